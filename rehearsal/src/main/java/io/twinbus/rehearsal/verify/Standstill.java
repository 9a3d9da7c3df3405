package io.twinbus.rehearsal.verify;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.sink.AppliedEffect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How long sessions stood still with work to do, from what was sent and what took effect.
 *
 * <p>A stretch without progress begins when a session that had nothing to do gets a message, or
 * with its last effect while there is more to do; it ends with the next effect. A fault has hit a
 * session within its reach when such a stretch overlaps the fault; only what comes after the strike
 * counts. Where faults overlap, the same stretch counts for each of them.
 *
 * <p>Immutable and thread-safe.
 */
public final class Standstill {

  private final Map<String, List<Stretch>> stretches = new HashMap<>();

  /**
   * What a fault did to the sessions that it hit.
   *
   * @param sessions how many it hit
   * @param longest the longest time without progress of any of them; zero when it hit none
   */
  public record Impact(int sessions, Duration longest) {}

  private record Stretch(MonotonicTime from, MonotonicTime to, @Nullable AppliedEffect before) {}

  private record Change(MonotonicTime at, int messages, @Nullable AppliedEffect effect) {}

  /**
   * The stretches of a run.
   *
   * @param effects in order of arrival
   * @param sent when each message was sent first
   */
  public Standstill(List<AppliedEffect> effects, Recovery.SendTimes sent) {
    Map<String, List<Change>> changes = new HashMap<>();
    Set<String> seen = new HashSet<>();
    for (AppliedEffect effect : effects) {
      String session = effect.call().session();
      List<Change> ofSession = changes.computeIfAbsent(session, key -> new ArrayList<>());
      MonotonicTime at = effect.at().monotonic();
      if (seen.add(session + '\u0000' + effect.call().id())) {
        MonotonicTime begin =
            sent.of(session, effect.call().id())
                .map(time -> MonotonicTime.earlier(time, at))
                .orElse(at);
        ofSession.add(new Change(begin, 1, null));
        ofSession.add(new Change(at, -1, effect));
      } else {
        ofSession.add(new Change(at, 0, effect));
      }
    }
    changes.forEach((session, ofSession) -> stretches.put(session, stretches(ofSession)));
  }

  private static List<Stretch> stretches(List<Change> changes) {
    // A message that is sent at the very moment of an effect was there before it.
    changes.sort(
        Comparator.comparing(Change::at).thenComparing(change -> change.effect() == null ? 0 : 1));
    List<Stretch> found = new ArrayList<>();
    int waiting = 0;
    MonotonicTime since = null;
    AppliedEffect last = null;
    for (Change change : changes) {
      if (change.effect() == null) {
        since = waiting == 0 ? change.at() : since;
      } else {
        if (since != null) {
          found.add(new Stretch(since, change.at(), last));
        }
        last = change.effect();
        since = waiting + change.messages() > 0 ? change.at() : null;
      }
      waiting += change.messages();
    }
    return found;
  }

  /** What {@code hit} did. */
  public Impact of(Hit hit) {
    return between(hit.from(), hit.to(), hit.reach());
  }

  /**
   * What sessions within {@code reach} stood still that were hit between {@code from} and {@code
   * to}.
   */
  public Impact between(MonotonicTime from, MonotonicTime to, Reach reach) {
    int sessions = 0;
    Duration longest = Duration.ZERO;
    for (Map.Entry<String, List<Stretch>> session : stretches.entrySet()) {
      Duration stood = null;
      for (Stretch stretch : session.getValue()) {
        if (stretch.to().isAtOrAfter(from)
            && to.isAtOrAfter(stretch.from())
            && reach.includes(session.getKey(), stretch.before())) {
          Duration after =
              stretch.to().since(stretch.from().isAtOrAfter(from) ? stretch.from() : from);
          stood = stood == null || after.compareTo(stood) > 0 ? after : stood;
        }
      }
      if (stood != null) {
        sessions++;
        longest = stood.compareTo(longest) > 0 ? stood : longest;
      }
    }
    return new Impact(sessions, longest);
  }
}
