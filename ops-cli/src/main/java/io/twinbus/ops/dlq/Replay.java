package io.twinbus.ops.dlq;

import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.command.Waits;
import io.twinbus.ops.servicebus.LockedLetter;
import io.twinbus.ops.servicebus.RegionQueue;
import io.twinbus.ops.servicebus.RegionUnreachableException;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.ClusterSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a plan. For each letter:
 *
 * <ol>
 *   <li>Lock it.
 *   <li>Send it to every region that answers, as a sender would: to its home at once, to the other
 *       regions for after the standby delay. A message with several dead copies is sent once.
 *   <li>Remove the letter, if at least one region has the message now; else leave it.
 * </ol>
 *
 * <p>A run that is interrupted leaves only work that the next run does. A message that two runs
 * have sent takes effect once: its cursor drops the second. A run locks no more letters than it
 * replays in {@value #SECONDS_LOCKED} s, so that no lock ends before its letter's turn. Not
 * thread-safe.
 */
final class Replay implements AutoCloseable {

  private static final int BATCH = 50;
  private static final int SECONDS_LOCKED = 10;
  private static final int TELL_EVERY = 100;

  private final CliContext context;
  private final ClusterSettings cluster;
  private final CommonOptions common;
  private final Duration pace;
  private final int batch;
  private final Map<RegionName, RegionQueue> queues = new TreeMap<>();
  private final Map<RegionName, String> troubles = new TreeMap<>();
  private final Set<Letter.Key> sent = new HashSet<>();
  private int removed;
  private int failed;
  private int notMet;

  Replay(CliContext context, ClusterSettings cluster, CommonOptions common, int perSecond) {
    this.context = context;
    this.cluster = cluster;
    this.common = common;
    this.pace = Duration.ofSeconds(1).dividedBy(perSecond);
    this.batch = Math.min(BATCH, perSecond * SECONDS_LOCKED);
    cluster
        .regions()
        .forEach(
            (name, region) -> queues.put(name, context.queues().open(region, cluster.entity())));
  }

  /** How many messages were sent again. */
  int sent() {
    return sent.size();
  }

  /** How many copies were removed. */
  int removed() {
    return removed;
  }

  /** How many letters stay because no region took their message. */
  int failed() {
    return failed;
  }

  /** How many planned copies were not found: another process has locked or removed them. */
  int notMet() {
    return notMet;
  }

  /** The regions that did not answer, each with a sentence. */
  Map<RegionName, String> troubles() {
    return troubles;
  }

  void run(ReplayPlan plan) {
    Map<Letter.Key, ReplayRule.Step> steps = new HashMap<>();
    for (ReplayPlan.Item item : plan.items()) {
      if (item.step() != ReplayRule.Step.LEAVE) {
        steps.put(item.letter().key(), item.step());
      }
    }
    queues.forEach(
        (region, queue) -> {
          int expected = copiesIn(region, plan, steps);
          if (expected > 0) {
            try {
              drain(queue, steps, expected);
            } catch (RegionUnreachableException e) {
              troubles.put(region, String.valueOf(e.getMessage()));
            }
          }
        });
  }

  private static int copiesIn(
      RegionName region, ReplayPlan plan, Map<Letter.Key, ReplayRule.Step> steps) {
    return Math.toIntExact(
        plan.items().stream()
            .filter(item -> steps.containsKey(item.letter().key()))
            .flatMap(item -> item.letter().copies().stream())
            .filter(copy -> copy.region().equals(region))
            .count());
  }

  private void drain(RegionQueue queue, Map<Letter.Key, ReplayRule.Step> steps, int expected) {
    Set<LockedLetter> held = new LinkedHashSet<>();
    Set<Long> seen = new HashSet<>();
    int left = expected;
    boolean isNew = true;
    try {
      // No new letter: none is left, or only letters whose locks have ended since.
      while (left > 0 && isNew) {
        List<LockedLetter> letters = queue.receiveLetters(batch);
        held.addAll(letters);
        isNew = false;
        for (LockedLetter letter : letters) {
          ReplayRule.Step step = steps.get(Letter.Key.of(letter.copy()));
          boolean isFirst = seen.add(letter.copy().at().number());
          isNew |= isFirst;
          if (isFirst && step != null && left > 0) {
            left--;
            replay(letter, step, held);
          }
        }
      }
      notMet += left;
    } finally {
      held.forEach(Replay::leave); // also after an interruption, so that the next run need not wait
    }
  }

  private void replay(LockedLetter letter, ReplayRule.Step step, Set<LockedLetter> held) {
    Letter.Key key = Letter.Key.of(letter.copy());
    boolean isDue = step != ReplayRule.Step.REMOVE && !sent.contains(key);
    if (isDue && !sendAgain(letter, key, step)) {
      failed++;
      return;
    }
    letter.complete();
    held.remove(letter);
    removed++;
    if (isDue) {
      sent.add(key);
      if (sent.size() % TELL_EVERY == 0) {
        common.tell("%d sent again …".formatted(sent.size()));
      }
      Waits.between(context, pace);
    }
  }

  /** Whether at least one region has it now. */
  private boolean sendAgain(LockedLetter letter, Letter.Key key, ReplayRule.Step step) {
    RegionName home = cluster.home().homeOf(new SessionId(key.session()), cluster.regionNames());
    Instant now = context.wall();
    SequencedHeaders headers =
        step == ReplayRule.Step.IN_PLACE ? null : headers(letter, key, home, now);
    boolean isHomeServed = send(letter, home, headers, null);
    boolean isServed = isHomeServed;
    for (RegionName other : queues.keySet()) {
      if (!other.equals(home)) {
        Instant due = isHomeServed ? now.plus(cluster.standbyDelay()) : null;
        isServed |= send(letter, other, headers, due);
      }
    }
    return isServed;
  }

  private static SequencedHeaders headers(
      LockedLetter letter, Letter.Key key, RegionName home, Instant now) {
    Position place = ReplayRule.placeOf(key);
    @Nullable Instant before =
        place.prev() == 0
            ? null
            : letter.copy().sequenced().map(SequencedHeaders::sentAt).orElse(now);
    return new SequencedHeaders(place, before, home, now, null);
  }

  private boolean send(
      LockedLetter letter,
      RegionName region,
      @Nullable SequencedHeaders headers,
      @Nullable Instant due) {
    if (troubles.containsKey(region)) {
      return false;
    }
    try {
      RegionQueue queue = queues.get(region);
      if (queue == null) {
        return false;
      }
      letter.sendAgain(queue, headers, due);
      return true;
    } catch (RegionUnreachableException e) {
      troubles.put(region, String.valueOf(e.getMessage()));
      return false;
    }
  }

  private static void leave(LockedLetter letter) {
    try {
      letter.leave();
    } catch (RegionUnreachableException e) {
      // its lock runs out by itself
    }
  }

  @Override
  public void close() {
    queues.values().forEach(RegionQueue::close);
  }
}
