package io.twinbus.ops.dlq;

import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.command.Waits;
import io.twinbus.ops.servicebus.LockedLetter;
import io.twinbus.ops.servicebus.PageBound;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionQueue;
import io.twinbus.ops.servicebus.RegionUnreachableException;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.ReplayHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.ClusterSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
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
 * <p>Then the standby copies of those messages are taken out of their queues, where they still wait
 * for their time: each would become a dead letter anew.
 *
 * <p>A run that is interrupted leaves only work that the next run does. A message that two runs
 * have sent takes effect once: its record drops the second. A run locks no more letters than it
 * replays in {@value #SECONDS_LOCKED} s, so that no lock ends before its letter's turn. Letters
 * that are not meant stay locked until the run ends, so that they do not come again; those beyond
 * {@link HeldLetters#MOST_BYTES} are forgotten, and their locks end by themselves. Not thread-safe.
 */
final class ReplayRun implements AutoCloseable {

  private static final int BATCH = 50;
  private static final int SECONDS_LOCKED = 10;
  private static final int TELL_EVERY = 100;

  /**
   * How letters are sent.
   *
   * @param by the operator
   * @param body what a letter carries from now on; null: what it carried
   * @param perSecond how many a second
   */
  record Manner(String by, @Nullable Body body, int perSecond) {}

  private final CliContext context;
  private final ClusterSettings cluster;
  private final CommonOptions common;
  private final Manner manner;
  private final Duration pace;
  private final int batch;
  private final Map<RegionName, RegionQueue> queues = new TreeMap<>();
  private final Map<RegionName, String> troubles = new TreeMap<>();
  private final Set<Letter.Key> sent = new HashSet<>();
  private final Set<Letter.Key> gone = new HashSet<>();
  private int removed;
  private int cancelled;
  private int failed;
  private int notMet;

  ReplayRun(CliContext context, ClusterSettings cluster, CommonOptions common, Manner manner) {
    this.context = context;
    this.cluster = cluster;
    this.common = common;
    this.manner = manner;
    this.pace = Duration.ofSeconds(1).dividedBy(manner.perSecond());
    this.batch = Math.min(BATCH, manner.perSecond() * SECONDS_LOCKED);
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

  /** How many standby copies were taken out of their queues. */
  int cancelled() {
    return cancelled;
  }

  /** How many letters stay because no region took their message. */
  int failed() {
    return failed;
  }

  /** How many planned copies were not found: another process has locked or removed them. */
  int notMet() {
    return notMet;
  }

  /** Whether all that was planned was done. */
  boolean isWhole() {
    return failed == 0 && notMet == 0 && troubles.isEmpty();
  }

  /** Says which regions did not answer, and how many planned copies were not found. */
  void tellWhatIsMissing() {
    troubles.values().forEach(common::tell);
    if (notMet > 0) {
      common.tell(
          "%d copies were not found: another process has locked or removed them. Run it again."
              .formatted(notMet));
    }
  }

  /** Does what {@code plan} says, and takes {@code standby} copies out of their queues. */
  void run(ReplayPlan plan, List<QueuedCopy> standby) {
    Map<Letter.Key, ReplayRule.Step> steps = new HashMap<>();
    plan.items().stream()
        .filter(ReplayPlan.Item::isRemoved)
        .forEach(item -> steps.put(item.letter().key(), item.step()));
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
    standby.stream().filter(copy -> gone.contains(Letter.Key.of(copy))).forEach(this::cancel);
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
    HeldLetters<LockedLetter> held = new HeldLetters<>();
    PageBound page = new PageBound(batch);
    Set<Long> seen = new HashSet<>();
    int left = expected;
    boolean isNew = true;
    try {
      // No new letter: none is left, or only letters whose locks have ended since.
      while (left > 0 && isNew) {
        List<LockedLetter> letters = queue.receiveLetters(page.next());
        page.took(letters.stream().mapToLong(LockedLetter::bodyBytes).max().orElse(0));
        letters.forEach(letter -> held.add(letter, letter.bodyBytes()));
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
        held.trim();
      }
      notMet += left;
    } finally {
      held.leave(
          ReplayRun::leave); // also after an interruption, so that the next run need not wait
    }
  }

  private void replay(LockedLetter letter, ReplayRule.Step step, HeldLetters<LockedLetter> held) {
    Letter.Key key = Letter.Key.of(letter.copy());
    boolean isDue = step != ReplayRule.Step.REMOVE && !sent.contains(key);
    if (isDue && !sendAgain(letter, key, step)) {
      failed++;
      return;
    }
    letter.complete();
    held.remove(letter);
    removed++;
    if (step != ReplayRule.Step.IN_PLACE) {
      gone.add(key);
    }
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
    ReplayHeaders headers =
        step == ReplayRule.Step.IN_PLACE
            ? null
            : new ReplayHeaders(ReplayRule.next(key, hash(letter), manner.by()), now);
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

  private String hash(LockedLetter letter) {
    Body body = manner.body();
    return BodyHash.of(body == null ? letter.body().bytes() : body);
  }

  private boolean send(
      LockedLetter letter,
      RegionName region,
      @Nullable ReplayHeaders headers,
      @Nullable Instant due) {
    if (troubles.containsKey(region)) {
      return false;
    }
    try {
      RegionQueue queue = queues.get(region);
      if (queue == null) {
        return false;
      }
      letter.sendAgain(queue, headers, manner.body(), due);
      return true;
    } catch (RegionUnreachableException e) {
      troubles.put(region, String.valueOf(e.getMessage()));
      return false;
    }
  }

  private void cancel(QueuedCopy copy) {
    RegionQueue queue = queues.get(copy.region());
    if (queue == null || troubles.containsKey(copy.region())) {
      return;
    }
    try {
      cancelled += queue.cancel(copy.at().number()) ? 1 : 0;
    } catch (RegionUnreachableException e) {
      troubles.put(copy.region(), String.valueOf(e.getMessage()));
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
