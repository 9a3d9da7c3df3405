package io.twinbus.receiver.flow;

import io.twinbus.ledger.InstanceId;
import java.time.Duration;
import java.util.Optional;

/**
 * How a receiver stands at one moment.
 *
 * <p>Immutable and thread-safe.
 *
 * @param instance the present incarnation
 * @param leaseMargin how long its lease still holds; zero or negative when it does not
 * @param load what it has to do
 * @param regionTrouble why its region seems out of reach
 * @param ledgerTrouble why the ledger seems out of reach
 */
public record ReceiverStatus(
    InstanceId instance,
    Duration leaseMargin,
    Load load,
    Optional<String> regionTrouble,
    Optional<String> ledgerTrouble) {

  /**
   * What a receiver has to do.
   *
   * @param sessions how many sessions it holds
   * @param parked how many of them wait for somebody else
   * @param claimed how many claims its workers answer for
   * @param inHand how many copies they hold
   * @param handlerCalls how many handler calls were started since the process began
   * @param handlersRunning how many of them have not returned
   */
  public record Load(
      int sessions, int parked, int claimed, int inHand, long handlerCalls, int handlersRunning) {}
}
