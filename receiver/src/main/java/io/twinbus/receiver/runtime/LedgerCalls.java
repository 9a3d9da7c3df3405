package io.twinbus.receiver.runtime;

import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import java.util.function.Consumer;

/**
 * How the ledger effects of a session's state machine become operations, each answered once, within
 * a bound.
 *
 * @param sessions the session records
 * @param messages the message records
 * @param bounded how long an operation may take
 */
record LedgerCalls(SessionStore sessions, MessageStore messages, Bounded bounded) {

  /** Carries {@code effect} out for {@code session}; whether it is one for the ledger. */
  boolean ask(SessionId session, WorkerEffect effect, Consumer<WorkerEvent> answer) {
    if (effect instanceof WorkerEffect.ReadRecord) {
      var unused =
          bounded
              .read(() -> sessions.read(session))
              .thenAccept(outcome -> answer.accept(new WorkerEvent.RecordRead(outcome)));
    } else if (effect instanceof WorkerEffect.Create create) {
      var unused =
          bounded
              .write(() -> sessions.create(create.record()))
              .thenAccept(outcome -> answer.accept(new WorkerEvent.WriteAnswered(outcome)));
    } else if (effect instanceof WorkerEffect.Replace replace) {
      var unused =
          bounded
              .write(() -> sessions.replace(replace.record(), replace.version()))
              .thenAccept(outcome -> answer.accept(new WorkerEvent.WriteAnswered(outcome)));
    } else {
      return askMessages(session, effect, answer);
    }
    return true;
  }

  private boolean askMessages(
      SessionId session, WorkerEffect effect, Consumer<WorkerEvent> answer) {
    if (effect instanceof WorkerEffect.ReadMessage look) {
      var unused =
          bounded
              .read(() -> messages.read(session, look.key()))
              .thenAccept(
                  outcome -> answer.accept(new WorkerEvent.MessageRead(look.key(), outcome)));
    } else if (effect instanceof WorkerEffect.CreateMessage create) {
      var unused =
          bounded
              .write(() -> messages.create(create.record()))
              .thenAccept(
                  outcome ->
                      answer.accept(
                          new WorkerEvent.MessageWriteAnswered(create.record().key(), outcome)));
    } else if (effect instanceof WorkerEffect.ReplaceMessage replace) {
      var unused =
          bounded
              .write(() -> messages.replace(replace.record(), replace.version()))
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
