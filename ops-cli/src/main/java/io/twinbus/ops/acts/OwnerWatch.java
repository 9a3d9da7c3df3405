package io.twinbus.ops.acts;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.rules.FailureDetector;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.Waits;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.ReceiverKeys;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether an owner is alive, by the rule of receivers. It is dead when successful reads over
 * a whole lease time have shown the same beat, and alive as soon as the beat has moved. So the
 * answer takes one beat (2 s) or one lease (10 s).
 */
public final class OwnerWatch {

  private static final Duration APART = Duration.ofMillis(500);
  private static final int LEASES_AT_MOST = 4;

  private final OpenLedger ledger;
  private final CliContext context;
  private final Duration lease;

  /** Watches with the lease time that {@code settings} give receivers. */
  public OwnerWatch(OpenLedger ledger, FlatSettings settings, CliContext context) {
    this.ledger = ledger;
    this.context = context;
    this.lease = settings.get(ReceiverKeys.LEASE);
  }

  /**
   * Judges {@code owner}; blocks for four lease times at most. An owner that cannot be judged by
   * then counts as alive. No owner counts as dead, without waiting.
   */
  public OwnerState judge(@Nullable Owner owner, Consumer<String> tell) {
    if (owner == null) {
      return OwnerState.DEAD;
    }
    tell.accept(
        "Waiting for a sign of life of %s/%s, %d s at most …"
            .formatted(owner.region(), owner.instance(), lease.toSeconds() + 1));
    FailureDetector board = new FailureDetector(lease);
    MonotonicTime begin = monotonic();
    OptionalLong first = OptionalLong.empty();
    while (!monotonic().isAtOrAfter(begin.plus(lease.multipliedBy(LEASES_AT_MOST)))) {
      MonotonicTime asked = monotonic();
      Set<InstanceId> watched = Set.of(owner.instance());
      BeatsOutcome outcome = Answers.await(ledger.instances().leases().readSome(watched));
      board.onRead(watched, outcome, asked, monotonic());
      if (board.isDead(owner.instance())) {
        return OwnerState.DEAD;
      }
      OptionalLong beat = beat(outcome, owner);
      if (first.isPresent() && beat.isPresent() && !first.equals(beat)) {
        return OwnerState.ALIVE;
      }
      first = first.isPresent() ? first : beat;
      Waits.between(context, APART);
    }
    return OwnerState.ALIVE;
  }

  private MonotonicTime monotonic() {
    return context.clocks().now().monotonic();
  }

  private static OptionalLong beat(BeatsOutcome outcome, Owner owner) {
    if (!(outcome instanceof BeatsOutcome.Found found)) {
      return OptionalLong.empty();
    }
    return found.beats().stream()
        .filter(beat -> beat.instance().equals(owner.instance()))
        .mapToLong(BeatsOutcome.Beat::beat)
        .findFirst();
  }
}
