package io.twinbus.receiver.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ledger.rules.ClaimScope;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What follows from the settings of a session worker. */
class FlowSettingsTest {

  private static final FlowSettings.Backoff BACKOFF =
      new FlowSettings.Backoff(Duration.ofMillis(200), 3, Duration.ofSeconds(10), 0.5);

  @Test
  void eachPauseIsAsManyTimesAsLongAsTheOneBeforeAndNoneIsLongerThanTheLongest() {
    assertThat(pause(1, 0.5)).isEqualTo(Duration.ofMillis(200));
    assertThat(pause(2, 0.5)).isEqualTo(Duration.ofMillis(600));
    assertThat(pause(3, 0.5)).isEqualTo(Duration.ofMillis(1_800));
    assertThat(pause(5, 0.5)).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void aPauseDiffersByThePartThatTheJitterSays() {
    assertThat(pause(2, 0)).isEqualTo(Duration.ofMillis(300));
    assertThat(pause(2, 0.75)).isEqualTo(Duration.ofMillis(750));
  }

  @Test
  void theSentenceAboutUsedUpAttemptsSaysHowManyThereWereAndWhatTheLastOneSaid() {
    assertThat(FlowSettings.ofDefaults().attempts().usedUp("no stock"))
        .isEqualTo("All 10 attempts failed; the last one said: no stock");
  }

  @Test
  void aWindowForGroupsHasRoomForTwoOfThemWithin256() {
    FlowSettings.Window window = new FlowSettings.Window(64, 1_000, 2_000);

    assertThat(window.forGroupsOf(10)).isEqualTo(window);
    assertThat(window.forGroupsOf(50)).isEqualTo(new FlowSettings.Window(100, 1_000, 2_000));
    assertThat(window.forGroupsOf(200)).isEqualTo(new FlowSettings.Window(256, 1_000, 2_000));
  }

  @Test
  void theShortestStayIsTheShorterOfTheQuietTimeAndTheLinger() {
    FlowSettings.Idle shortLinger = FlowSettings.Idle.of(Duration.ofMillis(20));
    FlowSettings.Idle longLinger = FlowSettings.Idle.of(Duration.ofSeconds(2));

    assertThat(shortLinger.shortest()).isEqualTo(Duration.ofMillis(20));
    assertThat(longLinger.shortest()).isEqualTo(Duration.ofMillis(50));
  }

  @Test
  void aRecordKeepsAtLeastFourRangesAndTwoStreams() {
    FlowSettings.Records least = new FlowSettings.Records(ClaimScope.SESSION, 4, 2);

    assertThat(least.maxEnded()).isEqualTo(4);
    assertThatThrownBy(() -> new FlowSettings.Records(ClaimScope.SESSION, 3, 2))
        .hasMessageContaining("at least 4 ended ranges, not 3");
    assertThatThrownBy(() -> new FlowSettings.Records(ClaimScope.SESSION, 4, 1))
        .hasMessageContaining("at least 2 streams, not 1");
  }

  private static Duration pause(int failed, double drawn) {
    return BACKOFF.pauseAfter(
        failed,
        new Random() {
          @Override
          public double nextDouble() {
            return drawn;
          }
        });
  }
}
