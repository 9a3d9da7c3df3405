package io.twinbus.receiver.region;

import io.twinbus.ledger.CountedAs;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.runtime.FactListener;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what session workers report, where a person should know: consequence and next step.
 *
 * <p>Of sessions that do not move it names {@value #MOST_STUCK} a minute. How many more there were
 * is one line: an outage stops every session, and each reports once a minute.
 *
 * <p>Thread-safe.
 */
public final class FactLog implements FactListener {

  /** How many sessions that do not move are named in a minute. */
  static final int MOST_STUCK = 10;

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Logger LOG = LoggerFactory.getLogger("io.twinbus.session");

  private final Clocks clocks;
  private final boolean namesQueue;
  private @Nullable MonotonicTime minuteBegan;
  private int stuckThisMinute;

  private FactLog(Clocks clocks, boolean namesQueue) {
    this.clocks = clocks;
    this.namesQueue = namesQueue;
  }

  /** A log of the workers of one queue, by the machine's clocks. */
  public FactLog() {
    this(Clocks.system());
  }

  /**
   * The same.
   *
   * @param clocks what says when a minute is over
   */
  public FactLog(Clocks clocks) {
    this(clocks, false);
  }

  /** A log of the workers of {@code queues}; it names the queue where there are several. */
  public static FactLog of(List<ReceiverSettings> queues) {
    return new FactLog(Clocks.system(), queues.size() > 1);
  }

  private Object name(WorkerIdentity who) {
    return namesQueue ? who.queue() + " " + who.session() : who.session();
  }

  @Override
  public void on(WorkerIdentity who, WorkerFact fact) {
    if (fact instanceof WorkerFact.Claimed claimed) {
      onClaimed(who, claimed);
    } else if (fact instanceof WorkerFact.AttemptFailed failed) {
      LOG.warn(
          "{}: attempt {} of message {} failed ({}); {}.",
          name(who),
          failed.attempt(),
          failed.message(),
          failed.reason(),
          failed.how() == CountedAs.NOT
              ? "that does not count against it: nothing shows that the handler works"
              : "that counts against it");
    } else if (fact instanceof WorkerFact.Fenced fenced) {
      LOG.warn("{}: fenced ({}); nothing more is written here.", name(who), fenced.why());
    } else if (fact instanceof WorkerFact.Blocked blocked) {
      LOG.error("{}: is held for an operator ({}).", name(who), blocked.why());
    } else if (fact instanceof WorkerFact.Stuck stuck) {
      onStuck(who, stuck);
    } else if (fact instanceof WorkerFact.GapReported gap) {
      LOG.warn(
          "{}: waits for the message after {} of stream {}, the next one here is {}; it goes on"
              + " when that message turns up in any region.",
          name(who),
          gap.cursor(),
          gap.stream(),
          gap.lowestHeld());
    } else if (fact instanceof WorkerFact.Ended ended && ended.state() != EndState.DONE) {
      LOG.warn(
          "{}: message {} ended as {} ({}); the session goes on behind it.",
          name(who),
          ended.message(),
          ended.state(),
          ended.why());
    } else {
      LOG.debug("{}: {}", name(who), fact);
    }
  }

  private synchronized void onStuck(WorkerIdentity who, WorkerFact.Stuck stuck) {
    MonotonicTime now = clocks.now().monotonic();
    if (minuteBegan == null || now.isAtOrAfter(minuteBegan.plus(MINUTE))) {
      if (stuckThisMinute > MOST_STUCK) {
        LOG.error(
            "{} more reports since then said that a session does not move; 'watch' shows where.",
            stuckThisMinute - MOST_STUCK);
      }
      minuteBegan = now;
      stuckThisMinute = 0;
    }
    stuckThisMinute++;
    if (stuckThisMinute <= MOST_STUCK) {
      LOG.error("{}: does not move ({}).", name(who), stuck.why());
    }
  }

  private void onClaimed(WorkerIdentity who, WorkerFact.Claimed claimed) {
    if (claimed.kind() == ClaimDecision.Kind.FREE) {
      LOG.debug("{}: claimed with token {}.", name(who), claimed.token());
    } else {
      LOG.info(
          "{}: {} with token {}; its messages go on here.",
          name(who),
          claimed.kind() == ClaimDecision.Kind.TAKEOVER
              ? "taken over from a receiver whose lease ran out"
              : "claimed anew, for no worker served the claim of this process any more",
          claimed.token());
    }
  }
}
