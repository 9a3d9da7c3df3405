package io.twinbus.receiver.session;

import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.Settlement;

/** What a session worker wants done. The shell carries effects out in the order given. */
public sealed interface WorkerEffect {

  /** Let the broker deliver up to {@code count} more copies. */
  record Receive(int count) implements WorkerEffect {}

  /** Read the session's record; answer {@link WorkerEvent.RecordRead}, always. */
  record ReadRecord() implements WorkerEffect {}

  /** Create the record; answer {@link WorkerEvent.WriteAnswered}, always. */
  record Create(SessionRecord record) implements WorkerEffect {}

  /** Replace the record; answer {@link WorkerEvent.WriteAnswered}, always. */
  record Replace(SessionRecord record, Version version) implements WorkerEffect {}

  /** Read that message record of the session; answer {@link WorkerEvent.MessageRead}, always. */
  record ReadMessage(MessageKey key) implements WorkerEffect {}

  /** Create the record; answer {@link WorkerEvent.MessageWriteAnswered}, always. */
  record CreateMessage(MessageRecord record) implements WorkerEffect {}

  /** Replace the record; answer {@link WorkerEvent.MessageWriteAnswered}, always. */
  record ReplaceMessage(MessageRecord record, Version version) implements WorkerEffect {}

  /** Call the handler; answer {@link WorkerEvent.HandlerReturned} with the same number, always. */
  record StartHandler(long call, Delivery delivery, Invocation invocation)
      implements WorkerEffect {}

  /** Cancel a handler call; it still answers when it has returned. */
  record CancelHandler(long call) implements WorkerEffect {}

  /** Settle a copy; answer {@link WorkerEvent.Settled}, always. */
  record Settle(Delivery delivery, Settlement settlement) implements WorkerEffect {}

  /**
   * Search the session at the broker for a missing message; answer {@link WorkerEvent.Searched},
   * always.
   */
  record SearchSession(Search search) implements WorkerEffect {}

  /** Count a copy as held no longer that a search has read; nothing at the broker changes. */
  record LetGo(Delivery found) implements WorkerEffect {}

  /** Hand in {@link WorkerEvent.Tick} at that time; replaces an earlier one. */
  record WakeAt(MonotonicTime time) implements WorkerEffect {}

  /** Tell operators and metrics. */
  record Report(WorkerFact fact) implements WorkerEffect {}

  /** The last effect: close the broker session and forget the worker. */
  record Stop(String why) implements WorkerEffect {}
}
