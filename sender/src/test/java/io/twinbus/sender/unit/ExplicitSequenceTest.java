package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.ExplicitSequence;
import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.message.InvalidMessageException;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.SendFailedException.Kind;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.settings.Acknowledge;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExplicitSequenceTest {

  private static final StreamId VERSIONS = new StreamId("versions");
  private static final long ABANDON_TICKET = 1_000_000;

  private final LaneHarness lanes = new LaneHarness();

  @Test
  void travelsUnderTheApplicationsStreamAndNumbers() {
    lanes.offer(at(ExplicitSequence.of("versions", 17, 10)));

    assertThat(positionOf("v17", EAST)).isEqualTo(new Position(VERSIONS, 17, 10));
    assertThat(positionOf("v17", WEST)).isEqualTo(new Position(VERSIONS, 17, 10));
  }

  @Test
  void saysWhenTheOneBeforeWasSentIfTheApplicationKnows() {
    Instant before = Instant.parse("2026-10-01T00:00:00Z");

    lanes.offer(at(ExplicitSequence.dense("versions", 17).previousSentAt(before)));

    assertThat(lanes.wire(EAST, "v17").headers().previousSentAt()).isEqualTo(before);
  }

  @Test
  void standsBesideTheSessionsOwnStreamAndOtherExplicitOnes() {
    lanes.offer("s", "own");
    lanes.offer(dense(1));
    lanes.offer(at(ExplicitSequence.dense("log", 1), "l1"));
    accept();

    assertThat(positionOf("v1", EAST).stream()).isEqualTo(VERSIONS);
    assertThat(positionOf("l1", EAST)).isEqualTo(new Position(new StreamId("log"), 1, 0));
  }

  @Test
  void oneThatFailedHoldsBackThoseBehindIt() {
    long first = lanes.offer(dense(1));
    long second = lanes.offer(dense(2));
    long third = lanes.offer(dense(3));
    refuseEverywhere();

    long fourth = lanes.offer(dense(4));

    assertThat(lanes.failed(first).orElseThrow().failures().values())
        .allMatch(failure -> failure.reason() == GiveUpReason.REFUSED);
    assertThat(List.of(second, third))
        .allSatisfy(
            ticket ->
                assertThat(lanes.failed(ticket).orElseThrow().failures().values())
                    .allMatch(failure -> failure.reason() == GiveUpReason.HELD_BACK));
    assertThat(rejection(fourth).kind()).isEqualTo(Kind.PREDECESSOR_FAILED);
    assertThat(rejection(fourth).why()).contains("number 1").contains("abandon");
    assertThat(lanes.idsOnTheWay(EAST)).isEmpty();
    assertThat(lanes.lanes().isIdle()).isTrue();
  }

  @Test
  void goesOnWhenTheFailedOnesAreSentAgainInOrder() {
    failOneWithTwoBehind();

    long early = lanes.offer(dense(2));
    long first = lanes.offer(dense(1));
    long second = lanes.offer(dense(2));
    accept();
    accept();

    assertThat(rejection(early).kind()).isEqualTo(Kind.PREDECESSOR_FAILED);
    assertThat(lanes.acknowledged(first)).isPresent();
    assertThat(lanes.acknowledged(second).orElseThrow().position())
        .isEqualTo(new Position(VERSIONS, 2, 1));
  }

  @Test
  void passesOverOneThatIsAbandonedByName() {
    deliver(dense(1));
    lanes.offer(dense(2));
    refuseEverywhere();

    assertThat(abandon(2)).isEmpty();
    lanes.offer(dense(3));

    assertThat(positionOf("v3", EAST)).isEqualTo(new Position(VERSIONS, 3, 1));
  }

  @Test
  void demandsEachFailedOneByName() {
    failOneWithTwoBehind();

    abandon(1);
    long fourth = lanes.offer(dense(4));
    abandon(2);
    abandon(3);
    lanes.offer(dense(4));

    assertThat(rejection(fourth).why()).contains("number 2");
    assertThat(positionOf("v4", EAST)).isEqualTo(new Position(VERSIONS, 4, 0));
  }

  @Test
  void abandonsNothingThatIsPendingAcceptedOrUnknown() {
    assertThat(abandon(1).orElseThrow()).contains("does not know the stream");
    lanes.offer(dense(1));
    assertThat(abandon(1).orElseThrow()).contains("still being delivered");
    accept();
    assertThat(abandon(1).orElseThrow()).contains("accepted or abandoned before");
    assertThat(abandon(2).orElseThrow()).contains("never handed in");
  }

  @Test
  void takesOneSentAgainWhileUnderWayForTheSame() {
    long once = lanes.offer(dense(1));
    long again = lanes.offer(dense(1));

    assertThat(lanes.allOnTheWay(EAST)).hasSize(1);
    lanes.accept(EAST);
    long third = lanes.offer(dense(1));
    lanes.accept(WEST);

    assertThat(List.of(once, again, third))
        .allSatisfy(
            ticket -> {
              assertThat(lanes.acknowledged(ticket)).isPresent();
              assertThat(lanes.ended(ticket)).isPresent();
            });
    assertThat(lanes.idsOnTheWay(EAST)).isEmpty();
  }

  @Test
  void answersOneSentAgainAfterItsEndWithoutSending() {
    deliver(dense(1));

    long again = lanes.offer(dense(1));

    assertThat(lanes.acknowledged(again).map(DeliveryStatus::isComplete)).contains(true);
    assertThat(lanes.ended(again)).isPresent();
    assertThat(lanes.idsOnTheWay(EAST)).isEmpty();
  }

  @Test
  void refusesAnotherMessageUnderATakenNumber() {
    lanes.offer(dense(1));
    long pending = lanes.offer(at(ExplicitSequence.dense("versions", 1), "other"));
    accept();
    long accepted = lanes.offer(at(ExplicitSequence.dense("versions", 1), "other"));
    lanes.offer(dense(2));
    refuseEverywhere();
    long failed = lanes.offer(at(ExplicitSequence.dense("versions", 2), "other"));

    assertThat(List.of(pending, accepted, failed))
        .allSatisfy(
            ticket -> {
              assertThat(rejection(ticket).kind()).isEqualTo(Kind.WRONG_SEQUENCE);
              assertThat(rejection(ticket).why()).contains("belongs to message 'v");
            });
  }

  @Test
  void refusesAPredecessorBelowOneThatCameAfterIt() {
    lanes.offer(dense(1));
    lanes.offer(dense(2));

    long wrong = lanes.offer(at(ExplicitSequence.of("versions", 3, 1)));

    assertThat(rejection(wrong).kind()).isEqualTo(Kind.WRONG_SEQUENCE);
    assertThat(rejection(wrong).why()).contains("2 came after that");
  }

  @Test
  void refusesANumberBelowOnesThatWerePassed() {
    deliver(at(ExplicitSequence.of("versions", 17, 16)));

    long late = lanes.offer(dense(16));

    assertThat(rejection(late).kind()).isEqualTo(Kind.WRONG_SEQUENCE);
    assertThat(rejection(late).why()).contains("lies before 17, the last one");
  }

  @Test
  void believesAPredecessorThatAnotherSenderBroughtButNotWhileOneIsPending() {
    lanes.offer(dense(1));
    long early = lanes.offer(at(ExplicitSequence.of("versions", 9, 8)));
    accept();
    lanes.offer(at(ExplicitSequence.of("versions", 9, 8)));

    assertThat(rejection(early).kind()).isEqualTo(Kind.WRONG_SEQUENCE);
    assertThat(positionOf("v9", EAST)).isEqualTo(new Position(VERSIONS, 9, 8));
  }

  @Test
  void keepsThePlaceOfOneThatTimedOutAndIsSentAgain() {
    deliver(dense(1));
    long lost = lanes.offer(dense(2));
    lanes.loseAnswer(EAST);
    lanes.loseAnswer(WEST);
    lanes.pass(Duration.ofMinutes(3));
    lanes.pass(Duration.ofSeconds(10));
    assertThat(lanes.failed(lost)).isPresent();

    long again = lanes.offer(dense(2));
    lanes.pass(Duration.ofSeconds(10));
    lanes.accept(WEST);

    assertThat(lanes.acknowledged(again).orElseThrow().position())
        .isEqualTo(new Position(VERSIONS, 2, 1));
  }

  @Test
  void tellsAgainThatARegionLacksItWhereAllWereAskedFor() {
    LaneHarness all = new LaneHarness(LaneHarness.oneLane().acknowledge(Acknowledge.ALL).build());
    all.offer(dense(1));
    all.accept(EAST);
    all.refuse(WEST, RefusalKind.MESSAGE);

    long again = all.offer(dense(1));
    all.offer(dense(2));

    assertThat(all.failed(again).orElseThrow().isAcceptedAnywhere()).isTrue();
    assertThat(all.wire(EAST, "v2").headers().position()).isEqualTo(new Position(VERSIONS, 2, 1));
  }

  @Test
  void refusesNumbersThatAreNone() {
    assertThatThrownBy(() -> ExplicitSequence.of("versions", 3, 3))
        .isInstanceOf(InvalidMessageException.class)
        .hasMessageContaining("above its predecessor's");
    assertThatThrownBy(() -> ExplicitSequence.dense("versions", 0))
        .isInstanceOf(InvalidMessageException.class);
  }

  @Test
  void aNumberThatMayNeverRunAtItsTimeIsNotTakenIn() {
    long untimely =
        lanes.offer(
            OutboundMessage.of("s", "v1")
                .sequence(ExplicitSequence.dense("versions", 1))
                .notBefore(LaneHarness.START.plus(Duration.ofDays(8)))
                .build());

    assertThat(rejection(untimely).kind()).isEqualTo(Kind.WRONG_TIME);
    assertThat(lanes.allOnTheWay(EAST)).isEmpty();
  }

  @Test
  void itsHeadersSayThatItIsTheApplications() {
    lanes.offer(dense(1));
    lanes.offer("own", "1");

    assertThat(lanes.wire(EAST, "v1").headers().explicit()).isTrue();
    accept();
    assertThat(lanes.wire(EAST, "1").headers().explicit()).isFalse();
  }

  @Test
  void oneThatTimesOutTakesThoseBehindItWithItAtOnce() {
    lanes.offer(dense(1));
    lanes.pass(Duration.ofSeconds(1));
    long second = lanes.offer(dense(2));
    lanes.pass(Duration.ofSeconds(119).minusMillis(10));
    lanes.loseAnswer(EAST);
    lanes.loseAnswer(WEST);
    assertThat(lanes.failed(second)).isEmpty();

    lanes.pass(Duration.ofMillis(10));

    assertThat(lanes.failed(second).orElseThrow().failures().values())
        .allMatch(failure -> failure.reason() == GiveUpReason.HELD_BACK)
        .allMatch(
            failure -> failure.description().equals("a message before it in its stream failed"));
  }

  @Test
  void oneBehindAFailedOneHasFailedWhenItIsSentAgainInTheSameRound() {
    lanes.offer(dense(1));
    lanes.offer(dense(2));
    lanes.refuse(EAST, RefusalKind.MESSAGE);

    lanes.on(
        List.of(
            new Event.Refused(
                lanes.onTheWay(WEST).batch(), RefusalKind.MESSAGE, LaneHarness.PROBLEM, false),
            new Event.Offered(77, dense(2))));

    assertThat(rejection(77).kind()).isEqualTo(Kind.PREDECESSOR_FAILED);
  }

  private void failOneWithTwoBehind() {
    lanes.offer(dense(1));
    lanes.offer(dense(2));
    lanes.offer(dense(3));
    refuseEverywhere();
  }

  private void refuseEverywhere() {
    lanes.refuse(EAST, RefusalKind.MESSAGE);
    lanes.refuse(WEST, RefusalKind.MESSAGE);
  }

  private void deliver(OutboundMessage message) {
    lanes.offer(message);
    accept();
  }

  private void accept() {
    lanes.accept(EAST);
    lanes.accept(WEST);
  }

  private Optional<String> abandon(long seq) {
    lanes.on(
        List.of(
            new Event.NumberAbandoned(ABANDON_TICKET + seq, new SessionId("s"), VERSIONS, seq)));
    List<Effect.AbandonAnswered> answers = lanes.all(Effect.AbandonAnswered.class);
    return answers.get(answers.size() - 1).refusal();
  }

  private Position positionOf(String id, RegionName region) {
    return lanes.wire(region, id).headers().position();
  }

  private Effect.Rejected rejection(long ticket) {
    return lanes.all(Effect.Rejected.class).stream()
        .filter(effect -> effect.ticket() == ticket)
        .findFirst()
        .orElseThrow(() -> new AssertionError("not rejected"));
  }

  private static OutboundMessage dense(long seq) {
    return at(ExplicitSequence.dense("versions", seq));
  }

  private static OutboundMessage at(ExplicitSequence place) {
    return at(place, "v" + place.seq());
  }

  private static OutboundMessage at(ExplicitSequence place, String id) {
    return OutboundMessage.of("s", id).body("body").sequence(place).build();
  }
}
