package io.twinbus.sender.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.GiveUpReason;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The moves of a copy, and those that it refuses. */
class RegionCopyTest {

  private static final Problem PROBLEM = new Problem(Optional.of("amqp:test"), "as the test says");
  private static final Consumer<RegionCopy> SEND = RegionCopy::sent;
  private static final Consumer<RegionCopy> KEEP = RegionCopy::keep;
  private static final Consumer<RegionCopy> TAKE_BACK = RegionCopy::takeBack;
  private static final Consumer<RegionCopy> ACCEPT = RegionCopy::accepted;
  private static final Consumer<RegionCopy> RETURN = copy -> copy.returned(PROBLEM, false);
  private static final Consumer<RegionCopy> REFUSE = RegionCopy::refusedByEntity;
  private static final Consumer<RegionCopy> END = copy -> copy.endedBefore(true);
  private static final Consumer<RegionCopy> GIVE_UP =
      copy -> copy.giveUp(GiveUpReason.SHED, "why", true);

  @ParameterizedTest
  @MethodSource("movesThatAreNone")
  void aCopyMakesNoMoveThatItsStateDoesNotAllow(
      List<Consumer<RegionCopy>> before, Consumer<RegionCopy> move, String state) {
    RegionCopy copy = new RegionCopy();
    before.forEach(each -> each.accept(copy));

    assertThatThrownBy(() -> move.accept(copy))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("A copy that is " + state + " cannot make this move.");
  }

  static Stream<Arguments> movesThatAreNone() {
    List<Consumer<RegionCopy>> accepted = List.of(SEND, ACCEPT);
    return Stream.of(
        Arguments.of(List.of(SEND), SEND, "SENT"),
        Arguments.of(List.of(KEEP), KEEP, "KEPT"),
        Arguments.of(accepted, KEEP, "ACCEPTED"),
        Arguments.of(List.of(), TAKE_BACK, "WAITING"),
        Arguments.of(List.of(), ACCEPT, "WAITING"),
        Arguments.of(List.of(), RETURN, "WAITING"),
        Arguments.of(List.of(SEND), REFUSE, "SENT"),
        Arguments.of(List.of(SEND), END, "SENT"),
        Arguments.of(accepted, GIVE_UP, "ACCEPTED"),
        Arguments.of(List.of(GIVE_UP), GIVE_UP, "GAVE_UP"));
  }

  @Test
  void aCopyThatTheJournalKeepsCanBeGivenUp() {
    RegionCopy copy = new RegionCopy();
    KEEP.accept(copy);

    GIVE_UP.accept(copy);

    assertThat(copy.status()).isEqualTo(CopyStatus.GAVE_UP);
    assertThat(copy.failure().description()).isEqualTo("why");
    assertThat(copy.failure().condition()).isEmpty();
    assertThat(copy.failure().mayHaveBeenAccepted()).isFalse();
  }

  @Test
  void aCopyThatEndedBeforeARestartIsAcceptedOrRefused() {
    RegionCopy accepted = new RegionCopy();
    RegionCopy refused = new RegionCopy();

    accepted.endedBefore(true);
    refused.endedBefore(false);

    assertThat(accepted.isAccepted()).isTrue();
    assertThat(refused.failure().reason()).isEqualTo(GiveUpReason.REFUSED);
    assertThat(refused.failure().description())
        .isEqualTo("the region refused the message before the restart");
    assertThat(refused.failure().retrySensible()).isFalse();
  }

  @Test
  void aCopyMayHaveLandedFromWhenAnAttemptHadNoAnswer() {
    RegionCopy copy = new RegionCopy();
    SEND.accept(copy);
    RETURN.accept(copy);
    assertThat(copy.canHaveLanded()).isFalse();
    SEND.accept(copy);
    copy.returned(PROBLEM, true);
    assertThat(copy.canHaveLanded()).isTrue();
    SEND.accept(copy);

    RETURN.accept(copy);

    assertThat(copy.canHaveLanded()).isTrue();
  }

  @Test
  void aCopyIsHopelessUntilItsNextAttempt() {
    RegionCopy copy = new RegionCopy();
    assertThat(copy.isHopeless()).isFalse();
    REFUSE.accept(copy);
    assertThat(copy.isHopeless()).isTrue();

    SEND.accept(copy);
    assertThat(copy.isHopeless()).isFalse();
    RETURN.accept(copy);

    assertThat(copy.isHopeless()).isFalse();
  }
}
