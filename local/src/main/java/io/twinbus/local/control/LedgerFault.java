package io.twinbus.local.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A fault of single ledger requests as it travels to the control endpoint.
 *
 * @param operation {@code create}, {@code replace}, {@code read}, {@code query} …, or {@code write}
 *     or {@code any}
 * @param point {@code before} or {@code after} the commit
 * @param action {@code drop}, {@code hang}, or {@code status-NNN} such as {@code status-503}
 * @param times how often it strikes; null: once, or for ever if there is a probability
 * @param probability above 0 and up to 1; null: always
 * @param partition the value of the partition key, such as a session, that it is confined to; null:
 *     all
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LedgerFault(
    String operation,
    String point,
    String action,
    @Nullable Integer times,
    @Nullable Double probability,
    @Nullable String partition) {

  /** Once: the operation takes place, then the connection closes instead of an answer. */
  public static LedgerFault dropReply(String operation) {
    return new LedgerFault(operation, "after", "drop", null, null, null);
  }

  /** Once: the connection closes and nothing takes place. */
  public static LedgerFault dropRequest(String operation) {
    return new LedgerFault(operation, "before", "drop", null, null, null);
  }

  /** Once: nothing takes place and the answer is this status. */
  public static LedgerFault refuse(String operation, int status) {
    return new LedgerFault(operation, "before", "status-" + status, null, null, null);
  }

  /** The same fault, striking so often at most. */
  public LedgerFault times(int count) {
    return new LedgerFault(operation, point, action, count, probability, partition);
  }

  /** The same fault, striking with this chance. */
  public LedgerFault withProbability(double chance) {
    return new LedgerFault(operation, point, action, times, chance, partition);
  }

  /** The same fault, confined to the items of one partition. */
  public LedgerFault inPartition(String value) {
    return new LedgerFault(operation, point, action, times, probability, value);
  }
}
