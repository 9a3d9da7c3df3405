package io.twinbus.ops.acts;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.rules.OperatorOrder;
import io.twinbus.ledger.rules.OperatorRule;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.ledger.Reads;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Ends a foreign message that blocks its session: as SKIPPED, or as DONE by hand.
 *
 * <ol>
 *   <li>Read the message's own record.
 *   <li>Read the session's: it is BLOCKED, and no worker has it.
 *   <li>Put the act on record in the audit container. Without that nothing is written.
 *   <li>Write the end to the message's record, If-Match as read first, as {@link CarriedWrite}
 *       says. A receiver that has claimed the message since has written the record, too; then the
 *       write conflicts and changes nothing.
 *   <li>Let the session go on. If the command is interrupted before, the session stays BLOCKED, and
 *       the command can be run again.
 * </ol>
 */
public final class MessageEnding {

  private final OpenLedger ledger;
  private final CliContext context;
  private final AuditTrail trail;

  /** Writes to {@code ledger}, each act to {@code trail} first. */
  public MessageEnding(OpenLedger ledger, CliContext context, AuditTrail trail) {
    this.ledger = ledger;
    this.context = context;
    this.trail = trail;
  }

  /**
   * The record of the message that holds {@code session}, if that is one without a number.
   *
   * @throws CommandFailure when the ledger does not say
   */
  public Optional<ReadOutcome.Found<MessageRecord>> holding(SessionId session) {
    Block block = Reads.record(ledger, session).record().custody().block();
    if (block == null || block.message() == null) {
      return Optional.empty();
    }
    ReadOutcome<MessageRecord> outcome =
        read(session, MessageKey.of(new MessageId(block.message())));
    return outcome instanceof ReadOutcome.Found<MessageRecord> found
        ? Optional.of(found)
        : Optional.empty();
  }

  /**
   * Ends the message as it was {@code seen} with {@code end}; returns when it has ended.
   *
   * @throws CommandFailure when a receiver has claimed it since, or the end is not known to be
   *     written
   */
  public void carryOut(
      ReadOutcome.Found<MessageRecord> seen, EndState end, Supplier<OperatorOrder> orders) {
    MessageRecord record = seen.record();
    if (!(record.content() instanceof MessageContent.Open open)) {
      return;
    }
    OperatorOrder order = orders.get();
    trail.note(
        trail.queue().session(record.session()).message(open.message()),
        order.act(OperatorRule.kind(end), "the message ends as " + end));
    MessageContent over = open.over(end, OperatorRule.endedBy(end, order));
    PendingWrite<MessageRecord> write =
        new PendingWrite<>(
            new MessageRecord(record.session(), over, order.stamp()), Optional.of(seen.version()));
    PendingWrite.Ended<MessageRecord> ended =
        new CarriedWrite<>(
                context,
                new Place(ledger, record.session(), record.key()),
                why ->
                    "It is not known whether the message was ended (%s): run the command again."
                        .formatted(why))
            .carry(write);
    if (ended instanceof PendingWrite.Overwritten<MessageRecord> overwritten
        && !hasEnded(overwritten.seen())) {
      throw new CommandFailure(
          ExitCode.CONFLICT, "A receiver has claimed the message since: nothing was changed.");
    }
  }

  private static boolean hasEnded(ReadOutcome<MessageRecord> seen) {
    return seen instanceof ReadOutcome.Found<MessageRecord> found
        && found.record().content() instanceof MessageContent.Over;
  }

  private record Place(OpenLedger ledger, SessionId session, MessageKey key)
      implements CarriedWrite.Store<MessageRecord> {

    @Override
    public CompletionStage<ReadOutcome<MessageRecord>> read() {
      return ledger.messages().read(session, key);
    }

    @Override
    public CompletionStage<WriteOutcome> write(MessageRecord record, Optional<Version> over) {
      return ledger.messages().replace(record, over.orElseThrow());
    }
  }

  private ReadOutcome<MessageRecord> read(SessionId session, MessageKey key) {
    ReadOutcome<MessageRecord> outcome = Answers.await(ledger.messages().read(session, key));
    if (outcome instanceof ReadOutcome.Unknown<MessageRecord> unknown) {
      throw new CommandFailure(
          ExitCode.FAILURE, "The ledger could not read a message's record: " + unknown.why());
    }
    return outcome;
  }
}
