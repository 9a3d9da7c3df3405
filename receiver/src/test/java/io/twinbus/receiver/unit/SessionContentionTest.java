package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.rules.SessionContention;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionContentionTest {

  private static final int ALL = Integer.MAX_VALUE;
  private static final SessionId A = new SessionId("a");
  private static final SessionId B = new SessionId("b");
  private static final SessionId C = new SessionId("c");

  private MonotonicTime now = new MonotonicTime(Long.MAX_VALUE - 5_000_000_000L);
  private final SessionContention crowd = new SessionContention(2, now);

  @Test
  void othersMayWaitUntilTheContraryIsKnown() {
    assertThat(crowd.mayLeave(now)).isEqualTo(ALL);

    crowd.sent(List.of(A), now);

    assertThat(crowd.mayLeave(now)).as("one has not heard yet").isZero();
  }

  @Test
  void whoeverComesAndWasNotSentAwayHasWaited() {
    crowd.sent(List.of(A), now);

    crowd.came(B);

    assertThat(crowd.mayLeave(now)).isEqualTo(ALL);
  }

  @Test
  void oneThatComesBackShowsThatNobodyElseWaitsForASecond() {
    crowd.sent(List.of(A, B), now);

    crowd.came(A);
    crowd.came(B);

    crowd.filled(now);

    assertThat(crowd.mayLeave(now.plus(Duration.ofMillis(999)))).isZero();
    assertThat(crowd.mayLeave(now.plus(Duration.ofSeconds(1)))).as("one, to find out").isOne();
  }

  @Test
  void placesThatFillBeforeAllAreBackShowThatThereAreMoreSessionsThanPlaces() {
    crowd.sent(List.of(A, B), now);

    crowd.came(A);
    assertThat(crowd.mayLeave(now)).as("there may be room for the other one").isZero();
    crowd.filled(now.plus(Duration.ofMillis(9_999)));

    assertThat(crowd.mayLeave(now)).isEqualTo(ALL);
  }

  @Test
  void oneThatHasNotComeBackForTenSecondsDoesNotWait() {
    crowd.sent(List.of(A, B), now);
    crowd.came(A);

    crowd.filled(now.plus(Duration.ofSeconds(10)));

    assertThat(crowd.mayLeave(now)).isZero();
  }

  @Test
  void oneThatIsSentAwayAgainMayComeBackForTenSecondsMore() {
    crowd.sent(List.of(A), now);
    crowd.sent(List.of(A), now.plus(Duration.ofSeconds(9)));

    crowd.filled(now.plus(Duration.ofSeconds(18)));

    assertThat(crowd.mayLeave(now)).isEqualTo(ALL);
  }

  @Test
  void itRemembersTwiceAsManyNamesAsThereArePlaces() {
    crowd.sent(List.of(A, B, C, new SessionId("d"), new SessionId("e")), now);

    crowd.came(B);
    assertThat(crowd.mayLeave(now)).as("the newer ones are known").isZero();
    crowd.came(A);

    assertThat(crowd.mayLeave(now)).as("the oldest is forgotten").isEqualTo(ALL);
  }

  @Test
  void nobodySentAwayTeachesNothing() {
    crowd.sent(List.of(), now);

    assertThat(crowd.mayLeave(now)).isEqualTo(ALL);
  }

  @Test
  void nobodyIsPressedWhilePlacesAreFree() {
    assertThat(crowd.isPressing(now)).isFalse();

    crowd.full(now);

    assertThat(crowd.isPressing(now.plus(Duration.ofMillis(999)))).isTrue();
    assertThat(crowd.isPressing(now.plus(Duration.ofSeconds(1)))).as("lately").isFalse();
  }

  @Test
  void thoseThatLeaveByThemselvesDoSoWhileOthersComeForTheirPlaces() {
    crowd.full(now);
    crowd.left(A, now);
    now = now.plus(Duration.ofMillis(499));
    assertThat(crowd.isPressing(now)).as("several leave side by side").isTrue();

    crowd.left(B, now);
    crowd.came(C);
    now = now.plus(Duration.ofMillis(499));

    assertThat(crowd.isPressing(now)).as("one has come that had waited").isTrue();
  }

  @Test
  void thoseThatLeaveByThemselvesStopWhenNobodyComesForTheirPlaces() {
    crowd.full(now);
    crowd.left(A, now);
    crowd.came(A);
    now = now.plus(Duration.ofMillis(500));

    assertThat(crowd.isPressing(now)).isFalse();
    assertThat(crowd.mayLeave(now)).isZero();
    assertThat(crowd.mayLeave(now.plus(Duration.ofSeconds(1)))).as("one, to find out").isOne();
  }

  @Test
  void thatNobodyComesForThePlacesIsSeenByTheOneWhoAsksHowManyMayLeave() {
    crowd.left(A, now);

    assertThat(crowd.mayLeave(now.plus(Duration.ofMillis(499)))).isEqualTo(ALL);
    assertThat(crowd.mayLeave(now.plus(Duration.ofMillis(500)))).isZero();
  }
}
