package io.twinbus.ops.dlq;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ops.dlq.ReplayRule.Step;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReplayRuleTest {

  private static final Letter.Key KEY = key("web-1", 3);
  private static final Letter.Key FOREIGN = new Letter.Key("s", "m", Optional.empty());

  @Test
  void whatHasNotEndedIsPutBackInItsPlace() {
    assertThat(ReplayRule.step(KEY, record(Map.of("web-1", 2L)), Optional.empty()))
        .isEqualTo(Step.IN_PLACE);
    assertThat(ReplayRule.step(KEY, null, Optional.empty())).isEqualTo(Step.IN_PLACE);
    assertThat(ReplayRule.step(FOREIGN, record(Map.of()), Optional.empty()))
        .isEqualTo(Step.IN_PLACE);
  }

  @Test
  void whatHasRunIsLeftAlone() {
    assertThat(ReplayRule.step(KEY, record(Map.of("web-1", 9L)), Optional.of(EndState.DONE)))
        .isEqualTo(Step.LEAVE);
    assertThat(ReplayRule.step(FOREIGN, record(Map.of()), Optional.of(EndState.DONE)))
        .isEqualTo(Step.LEAVE);
  }

  @ParameterizedTest
  @EnumSource(
      value = EndState.class,
      names = {"DEAD", "SKIPPED", "HOLE"})
  void whatEndedOtherwiseGoesToTheEndOnceAndNotAgain(EndState end) {
    String replays = ReplayRule.placeOf(KEY).stream().value();

    assertThat(ReplayRule.step(KEY, record(Map.of("web-1", 9L)), Optional.of(end)))
        .isEqualTo(Step.AT_END);
    assertThat(ReplayRule.step(KEY, record(Map.of("web-1", 9L, replays, 1L)), Optional.of(end)))
        .isEqualTo(Step.REMOVE);
  }

  @Test
  void thePlaceFollowsFromTheMessageAlone() {
    Position place = ReplayRule.placeOf(KEY);

    assertThat(place).isEqualTo(ReplayRule.placeOf(key("web-1", 3)));
    assertThat(place.stream().value()).startsWith(ReplayRule.STREAM_PREFIX);
    assertThat(place.seq()).isEqualTo(1);
    assertThat(place.prev()).isZero();
    assertThat(place).isNotEqualTo(ReplayRule.placeOf(key("web-1", 4)));
    assertThat(place).isNotEqualTo(ReplayRule.placeOf(FOREIGN));
  }

  @Test
  void aReplayThatDiedAgainGoesBehindItself() {
    Position first = ReplayRule.placeOf(KEY);

    Position second = ReplayRule.placeOf(new Letter.Key("s", "m", Optional.of(first)));

    assertThat(second).isEqualTo(new Position(first.stream(), 2, 1));
  }

  private static Letter.Key key(String stream, long seq) {
    return new Letter.Key("s", "m", Optional.of(new Position(new StreamId(stream), seq, seq - 1)));
  }

  private static SessionRecord record(Map<String, Long> at) {
    TreeMap<StreamId, Cursor> cursors = new TreeMap<>();
    at.forEach((stream, seq) -> cursors.put(new StreamId(stream), new Cursor(seq, Instant.EPOCH)));
    return SessionRecord.first(
            new SessionId("s"),
            new Custody(SessionStatus.IDLE, null, 3, null),
            WriteMark.of(new WriteId("w"), Instant.EPOCH))
        .withProgress(new Progress(cursors, List.of(), new TreeMap<>(), new TreeMap<>()));
  }
}
