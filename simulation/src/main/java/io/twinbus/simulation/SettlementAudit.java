package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;

/** Looks at every copy that is settled: its message has ended, and ended that way. */
final class SettlementAudit implements SettlementHearer {

  private final AuditedSessions sessions;
  private final AuditedMessages records;
  private final ProgressAudit progresses;
  private final Messages messages;
  private final Ground ground;

  SettlementAudit(AuditedSessions sessions, Ledgers ledgers, Messages messages, Ground ground) {
    this.sessions = sessions;
    this.records = ledgers.records();
    this.progresses = ledgers.progresses();
    this.messages = messages;
    this.ground = ground;
  }

  /** What it looks into beside the session records. */
  record Ledgers(AuditedMessages records, ProgressAudit progresses) {}

  private void settlesSingle(
      SessionId session, Delivery copy, Settlement settlement, RegionName region) {
    String name = session + "/" + copy.message().id();
    ground.trace().say(region.value(), () -> "settles %s: %s".formatted(name, settlement));
    MessageContent content = records.current(session, MessageKey.of(copy.message().id()));
    EndState end = content instanceof MessageContent.Over over ? over.state() : null;
    require(
        end != null,
        Invariant.P1_NO_LOSS,
        () -> "%s settles a copy of %s, which has not ended".formatted(region, name));
    require(
        (end == EndState.DEAD) == (settlement instanceof Settlement.DeadLetter),
        Invariant.P1_NO_LOSS,
        () -> "%s settles %s as %s, which ended as %s".formatted(region, name, settlement, end));
  }

  @Override
  public void settles(SessionId session, Delivery copy, Settlement settlement, RegionName region) {
    if (messages.single(session, MessageKey.of(copy.message().id())) != null) {
      settlesSingle(session, copy, settlement, region);
      return;
    }
    Position position = ((ParsedHeaders.Sequenced) copy.headers()).headers().position();
    SessionRecord record = sessions.current(session);
    Progress progress = record == null ? Progress.NONE : record.progress();
    String name = copy.message().id().value();
    ground
        .trace()
        .say(
            region.value(),
            () ->
                "settles %s/%s: %s"
                    .formatted(session, name, settlement.getClass().getSimpleName()));
    require(
        progress.cursor(position.stream()) >= position.seq(),
        Invariant.P1_NO_LOSS,
        () -> "%s settles a copy of %s/%s, which has not ended".formatted(region, session, name));
    EndedRange ended = progresses.endOf(session, progress, position).orElseThrow();
    EndState end = ended.state();
    boolean isDead =
        end == EndState.DEAD
            || end == EndState.HOLE
            || ended.reason().equals(GapRule.LATE_AFTER_SKIP);
    require(
        isDead == (settlement instanceof Settlement.DeadLetter),
        Invariant.P1_NO_LOSS,
        () ->
            "%s settles a copy of %s/%s as %s, which has ended as %s"
                .formatted(region, session, name, settlement, end));
  }
}
