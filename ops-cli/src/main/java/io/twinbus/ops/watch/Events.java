package io.twinbus.ops.watch;

import io.twinbus.ledger.SessionStatus;
import io.twinbus.ops.ledger.InstanceView;
import io.twinbus.protocol.RegionName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What has changed from one snapshot to the next, newest first. Not thread-safe. */
public final class Events {

  private static final int MOST = 100;

  /** Something that happened. */
  public record Event(Instant at, boolean isBad, String what) {}

  private final Deque<Event> events = new ArrayDeque<>();
  private final Duration lease;
  private @Nullable Snapshot before;

  /** Where an instance is dead when its beat is older than {@code lease}. */
  public Events(Duration lease) {
    this.lease = lease;
  }

  /** The newest ones. */
  public List<Event> newest(int most) {
    return events.stream().limit(Math.max(0, most)).toList();
  }

  /** Takes in a snapshot. */
  public void on(Snapshot now) {
    Snapshot earlier = before;
    before = now;
    if (earlier == null) {
      return;
    }
    ledger(earlier, now);
    now.queues().forEach((region, queue) -> region(earlier, now, region, queue));
    if (now.ledgerTrouble().isEmpty() && earlier.ledgerTrouble().isEmpty()) {
      instances(earlier, now);
      sessions(earlier, now);
    }
  }

  private void ledger(Snapshot earlier, Snapshot now) {
    if (earlier.ledgerTrouble().isEmpty() && now.ledgerTrouble().isPresent()) {
      add(now, true, "the ledger: " + now.ledgerTrouble().get());
    } else if (earlier.ledgerTrouble().isPresent() && now.ledgerTrouble().isEmpty()) {
      add(now, false, "the ledger answers again");
    }
  }

  private void region(Snapshot earlier, Snapshot now, RegionName region, Snapshot.Queue queue) {
    Snapshot.Queue was = earlier.queues().get(region);
    if (was == null) {
      return;
    }
    if (was.trouble().isEmpty() && queue.trouble().isPresent()) {
      add(now, true, queue.trouble().get());
    } else if (was.trouble().isPresent() && queue.trouble().isEmpty()) {
      add(now, false, "region %s answers again".formatted(region));
    }
    if (queue.trouble().isEmpty() && was.trouble().isEmpty() && queue.dead() > was.dead()) {
      add(now, true, "%s in %s".formatted(more(queue.dead() - was.dead(), "dead letter"), region));
    }
    if (earlier.isEvacuated(region) != now.isEvacuated(region)
        && now.ledgerTrouble().isEmpty()
        && earlier.ledgerTrouble().isEmpty()) {
      add(now, false, "%s is %s".formatted(region, now.isEvacuated(region) ? "evacuated" : "open"));
    }
    boolean wasPaused = earlier.pause(region).isPresent();
    boolean isPaused = now.pause(region).isPresent();
    if (wasPaused != isPaused
        && now.ledgerTrouble().isEmpty()
        && earlier.ledgerTrouble().isEmpty()) {
      add(now, isPaused, "%s is %s".formatted(region, isPaused ? "paused" : "not paused any more"));
    }
  }

  private void instances(Snapshot earlier, Snapshot now) {
    Map<String, InstanceView> was =
        earlier.leases().stream()
            .collect(Collectors.toMap(l -> l.instance().value(), Function.identity()));
    for (InstanceView each : now.leases()) {
      InstanceView old = was.get(each.instance().value());
      String name = each.region() + "/" + each.instance();
      boolean isFresh = now.isFresh(each, lease);
      if (old == null) {
        if (isFresh) {
          add(now, false, name + " has started");
        }
        continue;
      }
      if (earlier.isFresh(old, lease) && !isFresh) {
        add(now, true, name + " shows no sign of life");
      }
      handler(old, each, now, name);
      long takeovers = each.stats().takeovers() - old.stats().takeovers();
      if (takeovers > 0) {
        add(now, true, "%s took over %s".formatted(name, counted(takeovers, "session")));
      }
    }
  }

  private void handler(InstanceView old, InstanceView each, Snapshot now, String name) {
    boolean was = old.isHandlerAway();
    boolean isNow = each.isHandlerAway();
    if (was != isNow && now.isFresh(each, lease)) {
      add(now, isNow, "%s: the handler is %s".formatted(name, isNow ? "away" : "back"));
    }
  }

  private void sessions(Snapshot earlier, Snapshot now) {
    long blocked = count(now) - count(earlier);
    if (blocked > 0) {
      add(now, true, more(blocked, "session") + " BLOCKED");
    } else if (blocked < 0) {
      add(now, false, counted(-blocked, "session") + " not BLOCKED any more");
    }
    if (now.gaps() > earlier.gaps()) {
      add(now, true, more(now.gaps() - earlier.gaps(), "session") + " with a missing message");
    }
  }

  private static String more(long count, String what) {
    return counted(count, "more " + what);
  }

  private static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private static long count(Snapshot snapshot) {
    return snapshot.counts().getOrDefault(SessionStatus.BLOCKED, 0L);
  }

  private void add(Snapshot now, boolean isBad, String what) {
    events.addFirst(new Event(now.at(), isBad, what));
    if (events.size() > MOST) {
      events.removeLast();
    }
  }
}
