package io.twinbus.local.cosmos.faults;

import io.twinbus.local.faults.Chance;
import io.twinbus.local.faults.FaultPoint;
import java.util.EnumSet;
import java.util.Set;

/**
 * A fault that strikes requests. Immutable and thread-safe.
 *
 * <p>An operation within a bulk request is struck as if it had come alone: an error answers that
 * operation only, what is dropped or hangs is the request. {@link CosmosOperation#BATCH} is the
 * request as a whole, whether all of it is applied or none, or each operation by itself; a fault of
 * all partitions that strikes it, as {@link #forAllWrites} does, has no other chance at what is in
 * it.
 *
 * @param operations what it strikes
 * @param times how often it strikes at most; {@link #UNLIMITED} until it is removed
 * @param probability the chance that it strikes a request, above 0 and up to 1
 */
public record FaultRule(
    Set<CosmosOperation> operations,
    FaultPoint point,
    FaultAction action,
    int times,
    double probability) {
  /** No bound on how often a fault strikes. */
  public static final int UNLIMITED = Chance.UNLIMITED;

  public FaultRule {
    operations = Set.copyOf(operations);
    if (operations.isEmpty()) {
      throw new IllegalArgumentException("A fault needs at least one operation to strike.");
    }
    if (action instanceof FaultAction.Late && point != FaultPoint.AFTER_COMMIT) {
      throw new IllegalArgumentException("Only an answer can be late: its point is after.");
    }
    var unused = new Chance(times, probability);
  }

  /** Once: the write takes place, then the connection closes instead of the answer. */
  public static FaultRule dropReply(CosmosOperation operation) {
    return once(operation, FaultPoint.AFTER_COMMIT, new FaultAction.Drop());
  }

  /** Once: the connection closes and nothing takes place. */
  public static FaultRule dropRequest(CosmosOperation operation) {
    return once(operation, FaultPoint.BEFORE_COMMIT, new FaultAction.Drop());
  }

  /** Once: nothing takes place and the answer is this status. */
  public static FaultRule refuse(CosmosOperation operation, int status) {
    return once(operation, FaultPoint.BEFORE_COMMIT, FaultAction.Answer.of(status, 0));
  }

  /** Once: the write takes place and the answer is this status all the same. */
  public static FaultRule mislead(CosmosOperation operation, int status) {
    return once(operation, FaultPoint.AFTER_COMMIT, FaultAction.Answer.of(status, 0));
  }

  /** Once: the operation takes place, and the answer comes so many milliseconds later. */
  public static FaultRule late(CosmosOperation operation, int millis) {
    return once(operation, FaultPoint.AFTER_COMMIT, new FaultAction.Late(millis));
  }

  /** The same fault for all operations that can change items. */
  public FaultRule forAllWrites() {
    Set<CosmosOperation> writes = EnumSet.allOf(CosmosOperation.class);
    writes.removeIf(operation -> !operation.isWrite());
    return new FaultRule(writes, point, action, times, probability);
  }

  /** The same fault, striking so often at most. */
  public FaultRule times(int count) {
    return new FaultRule(operations, point, action, count, probability);
  }

  /** The same fault, striking with this chance. */
  public FaultRule withProbability(double chance) {
    return new FaultRule(operations, point, action, times, chance);
  }

  private static FaultRule once(CosmosOperation operation, FaultPoint point, FaultAction action) {
    return new FaultRule(Set.of(operation), point, action, 1, 1);
  }
}
