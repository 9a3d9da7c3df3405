package io.twinbus.ops.regions;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.rules.DirectiveRule;
import io.twinbus.ledger.rules.OperatorOrder;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.Waits;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.OpenLedger;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Writes the directive as session records are written: If-Match, the same write again after an
 * unknown outcome, decided anew after a conflict that was not one's own write.
 */
final class DirectiveWrite {

  private static final int MAX_ISSUES = 20;
  private static final Duration BETWEEN = Duration.ofMillis(200);

  /** How the directive changes; empty when there is nothing to change. */
  interface Change {
    Optional<Directive> on(Directive directive, OperatorOrder order);
  }

  private final OpenLedger ledger;
  private final CliContext context;

  DirectiveWrite(OpenLedger ledger, CliContext context) {
    this.ledger = ledger;
    this.context = context;
  }

  /** The directive as it stands. */
  Optional<Directive> read() {
    return seen() instanceof ReadOutcome.Found<Directive> found
        ? Optional.of(found.record())
        : Optional.empty();
  }

  /** Whether anything was written; false: it stood so already. */
  boolean carryOut(Change change, Supplier<OperatorOrder> orders) {
    ReadOutcome<Directive> seen = seen();
    OperatorOrder order = orders.get();
    for (int issue = 0; issue < MAX_ISSUES; issue++) {
      Directive before =
          seen instanceof ReadOutcome.Found<Directive> found
              ? found.record()
              : DirectiveRule.none(order);
      if (before.stamp().writeId().equals(order.stamp().writeId())
          && seen instanceof ReadOutcome.Found<Directive>) {
        return true;
      }
      Optional<Directive> wanted = change.on(before, order);
      if (wanted.isEmpty()) {
        return false;
      }
      WriteOutcome outcome = write(wanted.get(), seen);
      if (outcome instanceof WriteOutcome.Written) {
        return true;
      }
      Waits.between(context, BETWEEN);
      if (outcome instanceof WriteOutcome.Conflict) {
        seen = seen();
        order = isMine(seen, order) ? order : orders.get();
      }
    }
    throw new CommandFailure(
        ExitCode.FAILURE,
        "It is not known whether the directive was written: look with 'regions', and run the"
            + " command again.");
  }

  private static boolean isMine(ReadOutcome<Directive> seen, OperatorOrder order) {
    return seen instanceof ReadOutcome.Found<Directive> found
        && found.record().stamp().writeId().equals(order.stamp().writeId());
  }

  private WriteOutcome write(Directive wanted, ReadOutcome<Directive> seen) {
    Version version = seen instanceof ReadOutcome.Found<Directive> found ? found.version() : null;
    return Answers.await(
        version == null
            ? ledger.instances().directives().create(wanted)
            : ledger.instances().directives().replace(wanted, version));
  }

  private ReadOutcome<Directive> seen() {
    ReadOutcome<Directive> outcome = Answers.await(ledger.instances().directives().read());
    if (outcome instanceof ReadOutcome.Unknown<Directive> unknown) {
      throw new CommandFailure(
          ExitCode.FAILURE, "The ledger could not read the directive: " + unknown.why());
    }
    return outcome;
  }
}
