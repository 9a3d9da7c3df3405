package io.twinbus.receiver.session;

import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.SearchOutcome;

/** What happens to a session worker. The shell hands events in one at a time. */
public sealed interface WorkerEvent {

  /** The session was accepted: the worker begins. The first event, once. */
  record Accepted() implements WorkerEvent {}

  /** A copy arrived. */
  record Delivered(Delivery delivery) implements WorkerEvent {}

  /** The answer to {@link WorkerEffect.ReadRecord}. */
  record RecordRead(ReadOutcome<SessionRecord> outcome) implements WorkerEvent {}

  /** The answer to {@link WorkerEffect.Create} or {@link WorkerEffect.Replace}. */
  record WriteAnswered(WriteOutcome outcome) implements WorkerEvent {}

  /** The answer to {@link WorkerEffect.ReadMessage}. */
  record MessageRead(MessageKey key, ReadOutcome<MessageRecord> outcome) implements WorkerEvent {}

  /**
   * The answer to {@link WorkerEffect.CreateMessage} or {@link WorkerEffect.ReplaceMessage} of the
   * record that is called {@code key}.
   */
  record MessageWriteAnswered(MessageKey key, WriteOutcome outcome) implements WorkerEvent {}

  /** The handler call {@code call} has returned; a cancelled one, too, must be reported. */
  record HandlerReturned(long call, HandlerOutcome outcome) implements WorkerEvent {}

  /** A {@link WorkerEffect.Settle} has ended, well or not; the redelivery of a copy is harmless. */
  record Settled(long brokerSequence) implements WorkerEvent {}

  /** The answer to {@link WorkerEffect.SearchSession}. */
  record Searched(SearchOutcome outcome) implements WorkerEvent {}

  /**
   * Whether copies are wanted that are not asked for, because the process holds as many bytes as it
   * may: while it is so, nothing more comes until a copy in hand is settled.
   */
  record HeldBack(boolean isHeldBack) implements WorkerEvent {}

  /** The broker's session lock or link is gone; nothing in hand can be settled any more. */
  record BrokerLost(String why) implements WorkerEvent {}

  /** This instance's lease has run out: stop at once, write and settle nothing. */
  record LeaseLost() implements WorkerEvent {}

  /**
   * The process shuts down or the session is wanted elsewhere: finish the call in hand, release.
   */
  record Drain() implements WorkerEvent {}

  /**
   * The state of some owner's lease has changed: a parked worker reads the record again at once.
   */
  record RecheckOwner() implements WorkerEvent {}

  /** The handler was away and is back: waits that it caused are over. */
  record HandlerBack() implements WorkerEvent {}

  /** A {@link WorkerEffect.WakeAt} is due. */
  record Tick() implements WorkerEvent {}
}
