package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.rules.SessionContention;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionContentionTest {

  private static final SessionId A = new SessionId("a");
  private static final SessionId B = new SessionId("b");
  private static final SessionId C = new SessionId("c");

  private MonotonicTime now = new MonotonicTime(Long.MAX_VALUE - 5_000_000_000L);
  private final SessionContention crowd = new SessionContention(2, now);

  @Test
  void othersMayWaitUntilTheContraryIsKnown() {
    assertThat(crowd.waits(now)).isTrue();

    crowd.sent(List.of(A), now);

    assertThat(crowd.waits(now)).as("one has not heard yet").isFalse();
  }

  @Test
  void whoeverComesAndWasNotSentAwayHasWaited() {
    crowd.sent(List.of(A), now);

    crowd.came(B);

    assertThat(crowd.waits(now)).isTrue();
  }

  @Test
  void oneThatComesBackShowsThatNobodyElseWaitsForASecond() {
    crowd.sent(List.of(A, B), now);

    crowd.came(A);
    crowd.came(B);

    assertThat(crowd.waits(now.plus(Duration.ofMillis(999)))).isFalse();
    assertThat(crowd.waits(now.plus(Duration.ofSeconds(1)))).isTrue();
  }

  @Test
  void itRemembersTwiceAsManyNamesAsThereArePlaces() {
    crowd.sent(List.of(A, B, C, new SessionId("d"), new SessionId("e")), now);

    crowd.came(B);
    assertThat(crowd.waits(now)).as("the newer ones are known").isFalse();
    crowd.came(A);

    assertThat(crowd.waits(now)).as("the oldest is forgotten").isTrue();
  }

  @Test
  void nobodySentAwayTeachesNothing() {
    crowd.sent(List.of(), now);

    assertThat(crowd.waits(now)).isTrue();
  }
}
