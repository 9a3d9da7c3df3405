package io.twinbus.ops.dlq;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.ids.RecordedIds;
import java.util.Optional;

/**
 * What a replay does with a dead message, given what the ledger says.
 *
 * <ol>
 *   <li>It has not ended, and was sent longer ago than the ledger remembers: it may have run. It is
 *       left alone, unless the operator forces it to go as a new one.
 *   <li>It has not ended: the broker alone gave it up, and its stream waits for it. It is put back
 *       in its place, with the headers that it had.
 *   <li>It ended as DONE: it is left alone, for it would run twice.
 *   <li>It ended as DEAD, SKIPPED or HOLE: its place is taken. It is sent at the end of its
 *       session, under a record of its own, which follows from the message and from how often it
 *       was replayed. So a replay that is run twice, or by two, takes effect once.
 *   <li>That record has ended, too: it was replayed before, and this copy came later. Only the copy
 *       is removed.
 * </ol>
 *
 * <p>A message of a foreign sender, and a replay that died, has no place; its own record says how
 * it ended. What has not ended is sent as it was, and runs once by that record.
 */
final class ReplayRule {

  /** What to do with a letter. */
  enum Step {
    /** Send it with the headers that it had. */
    IN_PLACE,
    /** Send it at the end of its session. */
    AT_END,
    /** It was replayed already: remove the copy. */
    REMOVE,
    /** Leave it alone: it has run. */
    LEAVE,
    /** Leave it alone: the ledger no longer knows whether it has run. */
    FORGOTTEN
  }

  /**
   * What the ledger and the clock say of a letter.
   *
   * @param end how the message ended; empty when it has not
   * @param next the record of its next replay; empty when there is none
   * @param isForgotten whether it was sent longer ago than the ledger remembers
   */
  record Facts(Optional<EndState> end, Optional<MessageContent> next, boolean isForgotten) {}

  private static final String NO_HASH = "0".repeat(64);

  private ReplayRule() {}

  /** What to do with a letter of which {@code facts} are known. */
  static Step step(Facts facts, boolean isForced) {
    if (facts.end().isEmpty()) {
      if (!facts.isForgotten()) {
        return Step.IN_PLACE;
      }
      return isForced ? Step.AT_END : Step.FORGOTTEN;
    }
    if (facts.end().get() == EndState.DONE) {
      return Step.LEAVE;
    }
    boolean isEnded = facts.next().filter(MessageContent.Over.class::isInstance).isPresent();
    return isEnded ? Step.REMOVE : Step.AT_END;
  }

  /**
   * The next replay of the letter of {@code key}, which carries a body with the hash {@code body}.
   */
  static Replay next(Letter.Key key, String body, String by) {
    return key.replay()
        .map(before -> new Replay(before.of(), before.ordinal() + 1, body, by))
        .orElseGet(() -> new Replay(key.position(), 1, body, by));
  }

  /** The name of the record of that replay, whatever it carries. */
  static MessageKey nextRecord(Letter.Key key, RecordedIds ids) {
    return MessageKey.ofReplay(ids.of(new MessageId(key.message())), next(key, NO_HASH, ""));
  }
}
