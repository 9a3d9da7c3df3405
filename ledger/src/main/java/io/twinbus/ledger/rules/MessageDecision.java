package io.twinbus.ledger.rules;

import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.Replay;
import java.util.Optional;

/** What to do about a message that has a record of its own. */
public sealed interface MessageDecision {

  /** Write it taken and started, over {@code version} or as a new record; then run it. */
  record Take(MessageRecord record, Optional<Version> version) implements MessageDecision {}

  /** It has ended: settle the copy as the record says. */
  record Settle(MessageContent.Over end) implements MessageDecision {}

  /**
   * It is a replay, and the record is that of {@code other}: the same replay with another body.
   * Dead-letter the copy, or one of the two bodies would be swallowed.
   */
  record OtherBody(Replay other) implements MessageDecision {}

  /** Its attempts are used up; {@code counted} is how it stands, not written yet. */
  record UsedUp(MessageContent.Open counted, Version version) implements MessageDecision {}

  /** It was started, its end is unknown, and it is not to run again. */
  record InQuestion() implements MessageDecision {}

  /**
   * Its record has a higher token than the session's claim: confirm that claim by a write, and
   * decide anew, with {@code version} confirmed.
   */
  record Confirm(Version version) implements MessageDecision {}

  /** A living worker has it: wait. */
  record Leave() implements MessageDecision {}
}
