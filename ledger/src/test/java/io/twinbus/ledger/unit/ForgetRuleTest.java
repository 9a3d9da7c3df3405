package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Act;
import io.twinbus.ledger.BesideRecord;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.NotedEnd;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.ForgetRule;
import io.twinbus.ledger.rules.OperatorDecision;
import io.twinbus.ledger.rules.OperatorOrder;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ForgetRuleTest {

  private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
  private static final StreamId STREAM = new StreamId("s");
  private static final OperatorOrder ORDER =
      new OperatorOrder("ann", "request 4711", WriteMark.of(new WriteId("w2"), AT.plusSeconds(1)));
  private static final Act FORMER =
      new Act(Act.Kind.SKIP, "bob", "the customer asked", "skipped", AT);
  private static final Custody IDLE = new Custody(SessionStatus.IDLE, null, 5, null);

  @Test
  void stateHistoryAndReasonsGoAndEveryEndStays() {
    SessionRecord record = idle().withState(Optional.of(Body.ofUtf8("basket"))).withAct(FORMER);

    SessionRecord after = forgotten(record);

    assertThat(after.state()).isEmpty();
    assertThat(after.acts())
        .containsExactly(
            new Act(
                Act.Kind.FORGET,
                "ann",
                "request 4711",
                "state, history and reasons erased; cursors stay",
                AT.plusSeconds(1)));
    assertThat(after.custody()).isEqualTo(new Custody(SessionStatus.FORGOTTEN, null, 5, null));
    assertThat(after.progress().cursors()).isEqualTo(record.progress().cursors());
    assertThat(after.progress().ended())
        .containsExactly(
            new EndedRange(STREAM, 2, 2, EndState.DEAD, "Forgotten"),
            new EndedRange(STREAM, 4, 5, EndState.SKIPPED, "Forgotten"));
    NotedEnd noted = after.progress().annex().noted().orElseThrow();
    assertThat(noted.state()).isEqualTo(EndState.DEAD);
    assertThat(noted.reason()).isEqualTo("Forgotten");
    assertThat(after.progress().annex().pardons()).isEqualTo(3);
    assertThat(after.progress().annex().cold()).isEqualTo(7);
    assertThat(after.toString()).doesNotContain("Müller", "bob", "the customer asked");
  }

  @Test
  void aStreamThatTheApplicationNumbersIsRememberedNoLongerThanOthers() {
    SessionRecord idle = idle();
    Progress explicit = idle.progress().withExplicit(STREAM);

    Cursor left =
        forgotten(idle.withProgress(explicit)).progress().cursors().values().iterator().next();

    assertThat(explicit.cursors().values()).allMatch(Cursor::explicit);
    assertThat(left.explicit()).isFalse();
    assertThat(left.seq()).isEqualTo(explicit.cursor(STREAM));
  }

  @Test
  void whatWasForgottenIsNotForgottenAgainUntilSomethingIsOnRecordSince() {
    SessionRecord tombstone = forgotten(idle());

    assertThat(ForgetRule.forget(tombstone, ORDER, noted -> false))
        .isEqualTo(
            new OperatorDecision.Refuse(
                "Session 'TW17' was forgotten at 2026-03-01T12:00:01Z, and nothing is on record of"
                    + " it since."));
    SessionRecord since =
        tombstone.withCustody(IDLE).withState(Optional.of(Body.ofUtf8("since then")));
    assertThat(forgotten(since).state()).isEmpty();
  }

  @Test
  void aNotedEndGoesOnlyWhereTheMessagesOwnRecordSaysItToo() {
    NotedEnd noted = idle().progress().annex().noted().orElseThrow();

    assertThat(forgotten(idle(), noted::equals).progress().annex().noted()).isEmpty();
    assertThat(forgotten(idle(), other -> false).progress().annex().noted())
        .map(NotedEnd::message)
        .contains(noted.message());
  }

  @Test
  void aSessionWithSomethingToRunOrDecideIsNotForgotten() {
    SessionRecord idle = idle();
    Progress progress = idle.progress();
    Owner owner = new Owner(new RegionName("east"), new InstanceId("i"), new ClaimId("c"));
    Gap gap = new Gap(5, new TreeMap<>());

    assertThat(
            ForgetRule.forget(
                idle.withCustody(new Custody(SessionStatus.WORKING, owner, 5, null)),
                ORDER,
                noted -> false))
        .isInstanceOf(OperatorDecision.Busy.class);
    assertRefused(
        idle.withCustody(
            new Custody(SessionStatus.BLOCKED, null, 5, new Block("why", null, "bob", AT))),
        "is BLOCKED, by bob");
    assertRefused(
        idle.withProgress(progress.withWaiting(new TreeMap<>(Map.of(STREAM, gap)))),
        "waits for a message");
    assertRefused(
        idle.withProgress(
            progress.withSuspects(new TreeMap<>(Map.of(STREAM, new Suspect(6, 1, 0, false))))),
        "has failed and is to run again");
    assertThat(
            ForgetRule.forget(
                idle.withProgress(
                    progress.withSuspects(new TreeMap<>(Map.of(STREAM, Suspect.first(6))))),
                ORDER,
                noted -> false))
        .isInstanceOf(OperatorDecision.Write.class);
  }

  @Test
  void whenItWasForgottenIsToldByTheActOrWithoutOneByTheMark() {
    SessionRecord tombstone = forgotten(idle());
    WriteMark later = WriteMark.of(new WriteId("w3"), AT.plusSeconds(60));
    SessionRecord bare = idle().withCustody(IDLE.forgotten());

    assertRefused(tombstone.withStamp(later), "was forgotten at 2026-03-01T12:00:01Z,");
    assertRefused(bare.withStamp(later), "was forgotten at 2026-03-01T12:01:00Z,");
  }

  private static void assertRefused(SessionRecord record, String part) {
    assertThat(ForgetRule.forget(record, ORDER, noted -> false))
        .isInstanceOfSatisfying(
            OperatorDecision.Refuse.class, refused -> assertThat(refused.why()).contains(part));
  }

  private static SessionRecord forgotten(SessionRecord record) {
    return forgotten(record, noted -> false);
  }

  private static SessionRecord forgotten(SessionRecord record, Predicate<NotedEnd> isCarried) {
    return ((OperatorDecision.Write) ForgetRule.forget(record, ORDER, isCarried)).record();
  }

  private static SessionRecord idle() {
    NotedEnd noted = new NotedEnd(new MessageId("m-1"), EndState.DEAD, "Müller is unknown");
    return new SessionRecord(
        new SessionId("TW17"),
        IDLE,
        new Progress(
            new TreeMap<>(Map.of(STREAM, new Cursor(5, AT))),
            List.of(
                new EndedRange(STREAM, 2, 2, EndState.DEAD, "Müller is unknown"),
                new EndedRange(STREAM, 4, 5, EndState.SKIPPED, "SkippedByOperator: bob")),
            new TreeMap<>(),
            new TreeMap<>(),
            new BesideRecord(new TreeMap<>(), Optional.of(noted), 3, 7)),
        Optional.empty(),
        WriteMark.of(new WriteId("w1"), AT));
  }
}
