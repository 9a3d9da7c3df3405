package io.twinbus.receiver.runtime;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.admission.WritePriority;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * How the ledger effects of a session's state machine become operations, each answered once, within
 * a bound.
 *
 * @param queue whose records they are
 * @param sessions the session records
 * @param messages the message records
 * @param bounded how long an operation may take
 * @param admission which writes go first when the ledger cannot do all of them
 */
record LedgerCalls(
    EntityKey queue,
    SessionStore sessions,
    MessageStore messages,
    Bounded bounded,
    LedgerAdmission admission) {

  /**
   * Who asks.
   *
   * @param session the session
   * @param holds whether the session is claimed by the one who asks
   * @param isThere whether an answer is still of use
   */
  record Asker(SessionId session, boolean holds, BooleanSupplier isThere) {

    private WritePriority priority(SessionRecord record) {
      if (holds) {
        return WritePriority.HELD;
      }
      return record.custody().owner() == null ? WritePriority.REPORT : WritePriority.CLAIM;
    }

    private WritePriority priority() {
      return holds ? WritePriority.HELD : WritePriority.CLAIM;
    }
  }

  /** Carries {@code effect} out for {@code asker}; whether it is one for the ledger. */
  boolean ask(Asker asker, WorkerEffect effect, Consumer<WorkerEvent> answer) {
    SessionId session = asker.session();
    if (effect instanceof WorkerEffect.ReadRecord) {
      var unused =
          bounded
              .read(() -> sessions.read(session))
              .thenAccept(outcome -> answer.accept(new WorkerEvent.RecordRead(outcome)));
    } else if (effect instanceof WorkerEffect.Create create) {
      var unused =
          write(asker, asker.priority(create.record()), () -> sessions.create(create.record()))
              .thenAccept(outcome -> answer.accept(new WorkerEvent.WriteAnswered(outcome)));
    } else if (effect instanceof WorkerEffect.Replace replace) {
      var unused =
          write(
                  asker,
                  asker.priority(replace.record()),
                  () -> sessions.replace(replace.record(), replace.version()))
              .thenAccept(outcome -> answer.accept(new WorkerEvent.WriteAnswered(outcome)));
    } else {
      return askMessages(asker, effect, answer);
    }
    return true;
  }

  private CompletableFuture<WriteOutcome> write(
      Asker asker, WritePriority priority, Supplier<CompletionStage<WriteOutcome>> operation) {
    return admission.write(
        new LedgerAdmission.Request(queue, asker.session(), priority, asker.isThere()),
        () -> bounded.write(operation));
  }

  private boolean askMessages(Asker asker, WorkerEffect effect, Consumer<WorkerEvent> answer) {
    if (effect instanceof WorkerEffect.ReadMessage look) {
      var unused =
          bounded
              .read(() -> messages.read(asker.session(), look.key()))
              .thenAccept(
                  outcome -> answer.accept(new WorkerEvent.MessageRead(look.key(), outcome)));
    } else if (effect instanceof WorkerEffect.CreateMessage create) {
      var unused =
          write(asker, asker.priority(), () -> messages.create(create.record()))
              .thenAccept(
                  outcome ->
                      answer.accept(
                          new WorkerEvent.MessageWriteAnswered(create.record().key(), outcome)));
    } else if (effect instanceof WorkerEffect.ReplaceMessage replace) {
      var unused =
          write(
                  asker,
                  asker.priority(),
                  () -> messages.replace(replace.record(), replace.version()))
              .thenAccept(
                  outcome ->
                      answer.accept(
                          new WorkerEvent.MessageWriteAnswered(replace.record().key(), outcome)));
    } else {
      return false;
    }
    return true;
  }
}
