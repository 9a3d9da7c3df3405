package io.twinbus.local.servicebus.faults;

import io.twinbus.local.faults.Chance;
import io.twinbus.local.faults.FaultPoint;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * A fault that strikes what clients do. Immutable and thread-safe.
 *
 * @param operations what it strikes
 * @param point before the operation is carried out, or after it in the place of the answer
 * @param effect what it does
 * @param target where
 * @param chance how often
 * @param seed of its draws, so that a run can be repeated
 */
public record Fault(
    Set<Operation> operations,
    FaultPoint point,
    Effect effect,
    Target target,
    Chance chance,
    long seed) {
  private static final Set<Operation> WITHOUT_COMMIT =
      Set.of(Operation.CONNECT, Operation.ATTACH, Operation.AUTHORIZE);

  public Fault {
    operations = Set.copyOf(operations);
    if (operations.isEmpty()) {
      throw new IllegalArgumentException("A fault needs at least one operation to strike.");
    }
    for (Operation operation : operations) {
      if (!possible(operation, point, effect)) {
        throw new IllegalArgumentException(
            "'%s' cannot befall '%s' %s."
                .formatted(
                    effect.kind().label(),
                    operation.label(),
                    point == FaultPoint.BEFORE_COMMIT ? "before its commit" : "after its commit"));
      }
    }
  }

  /** Once, everywhere, before the operation is carried out. */
  public static Fault before(Operation operation, Effect effect) {
    return new Fault(
        Set.of(operation), FaultPoint.BEFORE_COMMIT, effect, Target.ANYTHING, Chance.ONCE, 1);
  }

  /** Once, everywhere: the operation is carried out, and this happens instead of the answer. */
  public static Fault after(Operation operation, Effect effect) {
    return new Fault(
        Set.of(operation), FaultPoint.AFTER_COMMIT, effect, Target.ANYTHING, Chance.ONCE, 1);
  }

  /** Once: the operation is carried out, then the socket closes instead of the answer. */
  public static Fault dropReply(Operation operation) {
    return after(operation, Effect.of(Effect.Kind.DROP));
  }

  /** Once: the socket closes and nothing is carried out. */
  public static Fault dropRequest(Operation operation) {
    return before(operation, Effect.of(Effect.Kind.DROP));
  }

  /** Once: nothing is carried out and the answer is that the server is busy. */
  public static Fault throttle(Operation operation) {
    return before(operation, Effect.fail(FaultCondition.SERVER_BUSY));
  }

  /** Once: a message that is sent is accepted and never delivered. */
  public static Fault lose() {
    return before(Operation.SEND, Effect.of(Effect.Kind.LOSE));
  }

  /** Until it is ended: completed and dead-lettered messages are kept aside, to be brought back. */
  public static Fault keepSettled() {
    return new Fault(
        Set.of(Operation.COMPLETE, Operation.DEAD_LETTER),
        FaultPoint.BEFORE_COMMIT,
        Effect.of(Effect.Kind.KEEP),
        Target.ANYTHING,
        new Chance(Chance.UNLIMITED, 1),
        1);
  }

  /** Until it is ended: scheduled messages of one window become visible in another order. */
  public static Fault scramble(Duration window, long seed) {
    return before(Operation.ACTIVATE, Effect.scramble(window))
        .with(new Chance(Chance.UNLIMITED, 1))
        .seeded(seed);
  }

  /** Every operation that the effect can befall at this point. */
  public static Set<Operation> allFor(FaultPoint point, Effect effect) {
    Set<Operation> all = EnumSet.allOf(Operation.class);
    all.removeIf(operation -> !possible(operation, point, effect));
    return all;
  }

  /** The same fault in one entity only. */
  public Fault in(String entity) {
    return new Fault(operations, point, effect, new Target(entity, target.session()), chance, seed);
  }

  /** The same fault for one session only. */
  public Fault ofSession(String session) {
    return new Fault(operations, point, effect, new Target(target.entity(), session), chance, seed);
  }

  /** The same fault, striking so often at most. */
  public Fault times(int count) {
    return with(new Chance(count, chance.probability()));
  }

  /** The same fault with this chance. */
  public Fault with(Chance value) {
    return new Fault(operations, point, effect, target, value, seed);
  }

  /** The same fault, drawing from this seed. */
  public Fault seeded(long value) {
    return new Fault(operations, point, effect, target, chance, value);
  }

  boolean fits(Occasion occasion, FaultPoint when) {
    return point == when
        && operations.contains(occasion.operation())
        && target.holds(occasion.entity(), occasion.session());
  }

  private static boolean possible(Operation operation, FaultPoint point, Effect effect) {
    Effect.Kind kind = effect.kind();
    boolean onlyBefore =
        WITHOUT_COMMIT.contains(operation)
            || kind == Effect.Kind.LOSE_LOCK
            || kind.insideTheBroker();
    return kind.befalls(operation) && (point == FaultPoint.BEFORE_COMMIT || !onlyBefore);
  }
}
