package io.twinbus.ops.dlq;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ops.dlq.ReplayRule.Step;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.ids.RecordedIds;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReplayRuleTest {

  private static final String BODY = "ab".repeat(32);
  private static final Letter.Key KEY = key("web-1", 3);
  private static final Letter.Key FOREIGN =
      new Letter.Key("s", "m", Optional.empty(), Optional.empty());
  private static final MessageContent RUNNING =
      new MessageContent.Open(new MessageId("m"), null, 5, MessageAttempts.first(0));
  private static final MessageContent ENDED =
      new MessageContent.Over(new MessageId("m"), EndState.DEAD, "Poison", 5);

  @Test
  void whatHasNotEndedIsPutBackInItsPlace() {
    assertThat(step(Optional.empty(), Optional.empty(), false, false)).isEqualTo(Step.IN_PLACE);
  }

  @Test
  void whatTheLedgerForgotGoesAsNewOnlyWhenItIsForced() {
    assertThat(step(Optional.empty(), Optional.empty(), true, false)).isEqualTo(Step.FORGOTTEN);
    assertThat(step(Optional.empty(), Optional.empty(), true, true)).isEqualTo(Step.AT_END);
    assertThat(step(Optional.of(EndState.DEAD), Optional.empty(), true, false))
        .as("its end is still known")
        .isEqualTo(Step.AT_END);
  }

  @Test
  void whatHasRunIsLeftAloneAlsoByForce() {
    assertThat(step(Optional.of(EndState.DONE), Optional.empty(), true, true))
        .isEqualTo(Step.LEAVE);
  }

  @ParameterizedTest
  @EnumSource(
      value = EndState.class,
      names = {"DEAD", "SKIPPED", "HOLE"})
  void whatEndedOtherwiseGoesToTheEndOnceAndNotAgain(EndState end) {
    assertThat(step(Optional.of(end), Optional.empty(), false, false)).isEqualTo(Step.AT_END);
    assertThat(step(Optional.of(end), Optional.of(RUNNING), false, false))
        .as("sent twice it takes effect once")
        .isEqualTo(Step.AT_END);
    assertThat(step(Optional.of(end), Optional.of(ENDED), false, false)).isEqualTo(Step.REMOVE);
  }

  @Test
  void theRecordFollowsFromTheMessageAlone() {
    MessageKey name = ReplayRule.nextRecord(KEY, RecordedIds.CLEAR);

    assertThat(name).isEqualTo(ReplayRule.nextRecord(key("web-1", 3), RecordedIds.CLEAR));
    assertThat(name.value()).matches("replay-[0-9a-f]{64}-1");
    assertThat(name).isNotEqualTo(ReplayRule.nextRecord(key("web-1", 4), RecordedIds.CLEAR));
    assertThat(name).isNotEqualTo(ReplayRule.nextRecord(FOREIGN, RecordedIds.CLEAR));
    assertThat(MessageKey.ofReplay(new MessageId("m"), ReplayRule.next(KEY, BODY, "ann")))
        .isEqualTo(name);
  }

  @Test
  void aReplayThatDiedAgainGetsTheNextNumberAndKeepsItsOrigin() {
    Replay first = ReplayRule.next(KEY, BODY, "ann");

    Replay second =
        ReplayRule.next(
            new Letter.Key("s", "m", Optional.empty(), Optional.of(first)), BODY, "bob");

    assertThat(second).isEqualTo(new Replay(KEY.position(), 2, BODY, "bob"));
  }

  private static Step step(
      Optional<EndState> end,
      Optional<MessageContent> next,
      boolean isForgotten,
      boolean isForced) {
    return ReplayRule.step(new ReplayRule.Facts(end, next, isForgotten), isForced);
  }

  private static Letter.Key key(String stream, long seq) {
    return new Letter.Key(
        "s", "m", Optional.of(new Position(new StreamId(stream), seq, seq - 1)), Optional.empty());
  }
}
