package io.twinbus.local.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A fault of single ledger requests as it travels to the control endpoint.
 *
 * @param operation {@code create}, {@code replace}, {@code read}, {@code query} …, or {@code write}
 *     or {@code any}
 * @param point {@code before} or {@code after} the commit
 * @param action {@code drop}, {@code hang}, {@code status-NNN} such as {@code status-503}, or
 *     {@code late-N} for an answer that comes N ms later
 * @param times how often it strikes; null: once, or for ever if there is a probability
 * @param probability above 0 and up to 1; null: always
 * @param partition the value of the partition key, such as a session, that it is confined to; null:
 *     all
 * @param substatus of an answered status; null: 0
 * @param retryAfterMillis how long the client of a 429 or 449 is told to wait; null: 10
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LedgerFault(
    String operation,
    String point,
    String action,
    @Nullable Integer times,
    @Nullable Double probability,
    @Nullable String partition,
    @Nullable Integer substatus,
    @Nullable Integer retryAfterMillis) {

  /** Once: the operation takes place, then the connection closes instead of an answer. */
  public static LedgerFault dropReply(String operation) {
    return new LedgerFault(operation, "after", "drop", null, null, null, null, null);
  }

  /** Once: the connection closes and nothing takes place. */
  public static LedgerFault dropRequest(String operation) {
    return new LedgerFault(operation, "before", "drop", null, null, null, null, null);
  }

  /** Once: nothing takes place and the answer is this status. */
  public static LedgerFault refuse(String operation, int status) {
    return new LedgerFault(operation, "before", "status-" + status, null, null, null, null, null);
  }

  /** Always: each operation takes place, and its answer comes so many milliseconds later. */
  public static LedgerFault late(String operation, int millis) {
    return new LedgerFault(operation, "after", "late-" + millis, null, 1.0, null, null, null);
  }

  /** The same fault, striking so often at most. */
  public LedgerFault times(int count) {
    return new LedgerFault(
        operation, point, action, count, probability, partition, substatus, retryAfterMillis);
  }

  /** The same fault, striking with this chance. */
  public LedgerFault withProbability(double chance) {
    return new LedgerFault(
        operation, point, action, times, chance, partition, substatus, retryAfterMillis);
  }

  /** The same fault, answering with this substatus, such as 3 to 403, or 1002 to 410. */
  public LedgerFault withSubstatus(int value) {
    return new LedgerFault(
        operation, point, action, times, probability, partition, value, retryAfterMillis);
  }

  /** The same fault, telling the client of a 429 or 449 to wait so long. */
  public LedgerFault withRetryAfterMillis(int value) {
    return new LedgerFault(
        operation, point, action, times, probability, partition, substatus, value);
  }

  /** The same fault, confined to the items of one partition. */
  public LedgerFault inPartition(String value) {
    return new LedgerFault(
        operation, point, action, times, probability, value, substatus, retryAfterMillis);
  }
}
