package io.twinbus.simulation;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** The way of one receiver process to the simulated ledger, behind the ports. Not thread-safe. */
final class LedgerWay implements SessionStore, MessageStore, LeaseStore, DirectiveStore {

  private final World world;
  private final ReceiverProcess process;

  LedgerWay(World world, ReceiverProcess process) {
    this.world = world;
    this.process = process;
  }

  @Override
  public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
    return answered(reply -> world.ledger().read(process, session, reply));
  }

  @Override
  public CompletionStage<WriteOutcome> create(SessionRecord record) {
    return write(record, Optional.empty());
  }

  @Override
  public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
    return write(record, Optional.of(version));
  }

  private CompletionStage<WriteOutcome> write(SessionRecord record, Optional<Version> over) {
    Writer writer = process.writerOf(record, record.session());
    if (record.custody().owner() == null) {
      world.handlers().audit().gives(record, process);
    }
    return answered(
        reply -> world.ledger().write(process, writer, record, over, heard(record, writer, reply)));
  }

  @Override
  public CompletionStage<ReadOutcome<MessageRecord>> read(SessionId session, MessageKey key) {
    return answered(reply -> world.ledger().readMessage(process, session, key, reply));
  }

  @Override
  public CompletionStage<WriteOutcome> create(MessageRecord record) {
    return write(record, Optional.empty());
  }

  @Override
  public CompletionStage<WriteOutcome> replace(MessageRecord record, Version version) {
    return write(record, Optional.of(version));
  }

  private CompletionStage<WriteOutcome> write(MessageRecord record, Optional<Version> over) {
    Writer writer = process.writerOf(record, record.session());
    return answered(
        reply ->
            world
                .ledger()
                .writeMessage(process, writer, record, over, heard(record, writer, reply)));
  }

  /** A write that was throttled comes again without its writer's doing. */
  private Consumer<WriteOutcome> heard(Object record, Writer writer, Consumer<WriteOutcome> reply) {
    return outcome -> {
      if (outcome instanceof WriteOutcome.Unknown unknown && unknown.retryAfter().isPresent()) {
        process.writes(record, writer);
      }
      reply.accept(outcome);
    };
  }

  @Override
  public CompletionStage<BeatsOutcome> readAll() {
    return seen(answered(reply -> world.ledger().readLeases(process, reply)));
  }

  @Override
  public CompletionStage<BeatsOutcome> readSome(Set<InstanceId> instances) {
    return seen(answered(reply -> world.ledger().readLeases(process, instances, reply)));
  }

  private CompletionStage<BeatsOutcome> seen(CompletionStage<BeatsOutcome> read) {
    return read.thenApply(outcome -> world.wiring().seenLeases(process.name(), outcome));
  }

  @Override
  public CompletionStage<ReadOutcome<InstanceLease>> read(InstanceId instance) {
    return answered(reply -> world.ledger().readLease(process, instance, reply));
  }

  @Override
  public CompletionStage<WriteOutcome> create(InstanceLease lease) {
    return answered(reply -> world.ledger().writeLease(process, lease, Optional.empty(), reply));
  }

  @Override
  public CompletionStage<WriteOutcome> replace(InstanceLease lease, Version version) {
    return answered(
        reply -> world.ledger().writeLease(process, lease, Optional.of(version), reply));
  }

  @Override
  public CompletionStage<ReadOutcome<Directive>> read() {
    return answered(reply -> world.ledger().readDirective(process, reply));
  }

  @Override
  public CompletionStage<WriteOutcome> create(Directive directive) {
    throw new IllegalStateException("A receiver writes no directive.");
  }

  @Override
  public CompletionStage<WriteOutcome> replace(Directive directive, Version version) {
    throw new IllegalStateException("A receiver writes no directive.");
  }

  /** The client of the ledger may be broken, too. */
  private <T> CompletionStage<T> answered(Consumer<Consumer<T>> call) {
    Surprises surprises = world.surprises();
    surprises.mayThrow(0.5, "the ledger's client");
    CompletableFuture<T> answer = new CompletableFuture<>();
    if (surprises.happens(0.5)) {
      answer.completeExceptionally(new Surprises.Surprise("The ledger's client has failed."));
    } else if (surprises.happens(2)) {
      call.accept(unheard -> {});
    } else {
      call.accept(answer::complete);
    }
    return answer;
  }
}
