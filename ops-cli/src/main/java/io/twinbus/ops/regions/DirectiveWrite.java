package io.twinbus.ops.regions;

import io.twinbus.ledger.Act;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.audit.AuditSubject;
import io.twinbus.ledger.rules.DirectiveRule;
import io.twinbus.ledger.rules.OperatorOrder;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.acts.AuditTrail;
import io.twinbus.ops.acts.CarriedWrite;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.OpenLedger;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes the directive as session records are written: If-Match, carried by {@link CarriedWrite},
 * and decided anew where another write was faster.
 */
final class DirectiveWrite {

  private static final int MAX_DECISIONS = 20;

  /** How the directive changes; empty when there is nothing to change. */
  interface Change {
    Optional<Directive> on(Directive directive, OperatorOrder order);
  }

  private final OpenLedger ledger;
  private final CliContext context;
  private final AuditTrail trail;

  DirectiveWrite(OpenLedger ledger, CliContext context, AuditTrail trail) {
    this.ledger = ledger;
    this.context = context;
    this.trail = trail;
  }

  /** The directive as it stands. */
  Optional<Directive> read() {
    return seen() instanceof ReadOutcome.Found<Directive> found
        ? Optional.of(found.record())
        : Optional.empty();
  }

  /** Whether anything was written; false: it stood so already. */
  boolean carryOut(Change change, Supplier<OperatorOrder> orders) {
    AtomicReference<@Nullable Act> noted = new AtomicReference<>();
    try {
      return carryOut(change, orders, noted);
    } catch (CommandFailure e) {
      Act act = noted.get();
      if (act != null) {
        trail.failed(AuditSubject.deployment(), act, e);
      }
      throw e;
    }
  }

  private boolean carryOut(
      Change change, Supplier<OperatorOrder> orders, AtomicReference<@Nullable Act> noted) {
    ReadOutcome<Directive> seen = seen();
    for (int decision = 0; decision < MAX_DECISIONS; decision++) {
      OperatorOrder order = orders.get();
      ReadOutcome.Found<Directive> found =
          seen instanceof ReadOutcome.Found<Directive> there ? there : null;
      Optional<Directive> wanted =
          change.on(found == null ? DirectiveRule.none(order) : found.record(), order);
      if (wanted.isEmpty()) {
        return false;
      }
      if (noted.get() == null) {
        trail.note(AuditSubject.deployment(), lastOf(wanted.get()));
        noted.set(lastOf(wanted.get()));
      }
      PendingWrite<Directive> write =
          new PendingWrite<>(
              wanted.get(), Optional.ofNullable(found).map(ReadOutcome.Found::version));
      if (!(carried(write) instanceof PendingWrite.Overwritten<Directive> overwritten)) {
        return true;
      }
      seen = overwritten.seen();
      if (stands(wanted.get(), seen)) {
        return true;
      }
    }
    throw new CommandFailure(
        ExitCode.CONFLICT, "The directive was written by others each time: run the command again.");
  }

  /** A later writer has replaced it, and kept what it did. */
  private static boolean stands(Directive mine, ReadOutcome<Directive> seen) {
    return seen instanceof ReadOutcome.Found<Directive> found
        && found.record().acts().contains(lastOf(mine));
  }

  private static Act lastOf(Directive directive) {
    return directive.acts().get(directive.acts().size() - 1);
  }

  private PendingWrite.Ended<Directive> carried(PendingWrite<Directive> write) {
    return new CarriedWrite<>(
            context,
            new Document(ledger),
            why ->
                "It is not known whether the directive was written (%s): look with 'regions', and run the command again."
                    .formatted(why))
        .carry(write);
  }

  private record Document(OpenLedger ledger) implements CarriedWrite.Store<Directive> {

    @Override
    public CompletionStage<ReadOutcome<Directive>> read() {
      return ledger.instances().directives().read();
    }

    @Override
    public CompletionStage<WriteOutcome> write(Directive record, Optional<Version> over) {
      return over.isPresent()
          ? ledger.instances().directives().replace(record, over.get())
          : ledger.instances().directives().create(record);
    }
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
