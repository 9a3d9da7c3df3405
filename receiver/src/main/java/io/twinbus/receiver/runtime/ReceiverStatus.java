package io.twinbus.receiver.runtime;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Saturation;
import io.twinbus.receiver.bytes.CopyBudget;
import io.twinbus.receiver.health.HandlerReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * How a receiver stands at one moment.
 *
 * <p>Immutable and thread-safe.
 *
 * @param instance the present incarnation
 * @param leaseMargin how long its lease still holds; zero or negative when it does not
 * @param load what it has to do
 * @param turnover how sessions come and go
 * @param handler how its handler stands
 * @param pause the operators' pause that keeps it from work
 * @param buffered how many bytes of copies it holds, of all its queues
 * @param ledger how its writes to the ledger stand
 * @param regionTrouble why its region seems out of reach
 * @param ledgerTrouble why the ledger seems out of reach
 * @param stall why its own threads seem to stand still
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
public record ReceiverStatus(
    InstanceId instance,
    Duration leaseMargin,
    Load load,
    Turnover turnover,
    HandlerReport handler,
    Optional<Directive.Pause> pause,
    CopyBudget.Held buffered,
    LedgerLoad ledger,
    Optional<String> regionTrouble,
    Optional<String> ledgerTrouble,
    Optional<String> stall) {

  /** Why no handler starts: the lease is not renewed. */
  public Optional<String> leaseTrouble() {
    return leaseMargin.isZero() || leaseMargin.isNegative()
        ? Optional.of("the lease is not renewed; no handler starts")
        : Optional.empty();
  }

  /**
   * Why a restart of the process would help: its own threads stand still, or handler calls that
   * hang have used up all places.
   *
   * @param places how many handler calls can be out at a time
   */
  public Optional<String> whyToRestart(int places) {
    int overdue = load.handlersOverdue();
    if (stall.isPresent() || overdue < places) {
      return stall;
    }
    return Optional.of(
        "%d handler calls have not returned after their deadline: none can be started any more"
            .formatted(overdue));
  }

  /**
   * Why a restart of the process would help that serves several queues. One queue whose handler
   * hangs is no reason while another works: a restart would hold that one up, too.
   *
   * @param queues how the receiver stands for each queue; none while it does not run
   * @param places how many handler calls of a queue can be out at a time
   */
  public static Optional<String> whyToRestart(Collection<ReceiverStatus> queues, int places) {
    return queues.stream().allMatch(queue -> queue.whyToRestart(places).isPresent())
        ? queues.stream().findFirst().flatMap(queue -> queue.whyToRestart(places))
        : Optional.empty();
  }

  /**
   * How sessions come and go, since the incarnation began.
   *
   * @param accepted how many sessions the broker has given
   * @param sentAway how many of them gave their places up for others, or went back without one
   */
  public record Turnover(long accepted, long sentAway) {}

  /**
   * How writes to the ledger stand.
   *
   * @param limit how many may be on the way at a time
   * @param waiting how many wait for their turn
   * @param saturation that the ledger refuses writes because too much is asked of it; empty while
   *     it does not
   */
  public record LedgerLoad(int limit, int waiting, Optional<Saturation> saturation) {

    /** For how long the ledger has refused writes; empty while it does not. */
    public Optional<Duration> saturatedFor() {
      return saturation.map(Saturation::lasts);
    }
  }

  /**
   * What a receiver has to do.
   *
   * @param sessions how many sessions it holds
   * @param parked how many of them are parked
   * @param blocked how many of those wait for an operator
   * @param oldest when the first message in hand was sent that has not ended, by its producer's
   *     clock
   * @param claimed how many claims its workers answer for
   * @param inHand how many copies they hold
   * @param handlerCalls how many handler calls were started since the process began
   * @param handlersRunning how many of them have not returned
   * @param handlersOverdue how many of those were cancelled at their deadline, and have not
   *     returned within the handler grace either
   */
  public record Load(
      int sessions,
      int parked,
      int blocked,
      Optional<Instant> oldest,
      int claimed,
      int inHand,
      long handlerCalls,
      int handlersRunning,
      int handlersOverdue) {}
}
