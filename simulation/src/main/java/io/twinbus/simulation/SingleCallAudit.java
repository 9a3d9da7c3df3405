package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.session.FlowSettings;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the call of a message that has a record of its own when it starts: it is on record,
 * under the claim that is on record, and what the region's queue holds before it has ended.
 */
final class SingleCallAudit {

  private final AuditedSessions sessions;
  private final AuditedMessages records;
  private final Supplier<FlowSettings> flow;

  SingleCallAudit(AuditedSessions sessions, AuditedMessages records, Supplier<FlowSettings> flow) {
    this.sessions = sessions;
    this.records = records;
    this.flow = flow;
  }

  /** Whether one's own claim stands for the whole session. */
  boolean isUnderSession() {
    return flow.get().records().claim() == ClaimScope.SESSION;
  }

  /** The token that counts now: the session's, or the message's own; 0 when there is none. */
  long current(SentMessage message) {
    if (isUnderSession()) {
      SessionRecord record = sessions.current(message.session);
      return record == null ? 0 : record.token();
    }
    return records.current(message) instanceof MessageContent.Open open ? open.token() : 0;
  }

  void starts(HandlerRun run, List<Delivery> before) {
    if (isUnderSession()) {
      SessionRecord record = sessions.current(run.message.session);
      Owner owner = record == null ? null : record.custody().owner();
      require(
          owner != null && run.claims.contains(owner.claim()),
          Invariant.P2_ORDER,
          () -> "%s starts without the session's claim".formatted(run));
    }
    MessageContent content = records.current(run.message);
    if (!(content instanceof MessageContent.Over over && isByHand(over))) {
      onRecord(run, content);
    }
    inOrder(run, before);
    run.message.markedStarts++;
    if (flow.get().attempts().inDoubt() == InDoubt.BLOCK) {
      SuspectAudit.onlyAfterAnAnswer(run);
    }
  }

  private static boolean isByHand(MessageContent.Over over) {
    return over.reason().equals("operator");
  }

  private void onRecord(HandlerRun run, @Nullable MessageContent content) {
    MessageContent.Open open = content instanceof MessageContent.Open taken ? taken : null;
    Owner owner = open == null ? null : open.owner();
    boolean isOnRecord =
        open != null
            && open.tries().started()
            && owner != null
            && run.claims.contains(owner.claim());
    require(
        isOnRecord,
        Invariant.P3_ONCE,
        () -> "%s starts, and its start is not on record: %s".formatted(run, content));
    int attempts = open == null ? 0 : open.tries().attempts();
    require(
        run.invocation.attempt() == attempts + 1
            && (open == null || open.tries().proven() < flow.get().attempts().max()),
        Invariant.P3_ONCE,
        () -> "%s starts with %d attempts on record".formatted(run, attempts));
  }

  /** Among themselves they run in the order in which their region has them. */
  private void inOrder(HandlerRun run, List<Delivery> before) {
    for (Delivery copy : before) {
      require(
          records.current(run.message.session, MessageKey.of(copy.message().id()))
              instanceof MessageContent.Over,
          Invariant.P2_ORDER,
          () ->
              "%s starts, and %s, which arrived before it, has not ended"
                  .formatted(run, copy.message().id()));
    }
  }
}
