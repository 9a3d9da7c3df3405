package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.rules.DeliveryWatch;
import io.twinbus.receiver.rules.LinkWatch;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LinkWatchTest {

  private MonotonicTime now = new MonotonicTime(Long.MAX_VALUE - 1_000);
  private final LinkWatch link = new LinkWatch(now);
  private final DeliveryWatch connection = new DeliveryWatch();

  @Test
  void aLinkThatNobodyAskedIsNotSilent() {
    pass(Duration.ofHours(1));

    assertThat(link.isBarren()).isFalse();
    assertThat(link.takeTurn(now)).isFalse();
  }

  @Test
  void aLinkThatWasAskedAndBroughtNothingIsBarren() {
    link.asked(5, now);

    assertThat(link.isBarren()).isTrue();
    link.delivered(17, now);
    assertThat(link.isBarren()).isFalse();
  }

  @Test
  void aSilentLinkIsLookedAtOnceASilence() {
    link.asked(5, now);
    pass(LinkWatch.SILENCE.minusNanos(1));
    assertThat(link.takeTurn(now)).isFalse();

    pass(Duration.ofNanos(1));

    assertThat(link.takeTurn(now)).isTrue();
    assertThat(link.takeTurn(now)).isFalse();
  }

  @Test
  void theSilenceBeginsWhenCopiesAreAskedForOrCome() {
    pass(LinkWatch.SILENCE);
    link.asked(2, now);
    assertThat(link.takeTurn(now)).isFalse();
    pass(LinkWatch.SILENCE.minusNanos(1));
    link.delivered(3, now);
    pass(LinkWatch.SILENCE.minusNanos(1));

    assertThat(link.takeTurn(now)).isFalse();
  }

  @Test
  void onlyTheSecondLookInARowIsProof() {
    link.asked(5, now);
    assertThat(link.looked(true)).isFalse();
    assertThat(link.looked(true)).isTrue();
  }

  @Test
  void aCopyOrNothingToHaveInBetweenIsNoProof() {
    link.asked(5, now);
    assertThat(link.looked(true)).isFalse();
    assertThat(link.looked(false)).isFalse();
    assertThat(link.looked(true)).isFalse();
    link.delivered(3, now);
    assertThat(link.looked(true)).isFalse();
  }

  @Test
  void threeStrikesInARowOverATimeAreProof() {
    assertThat(connection.strike(now)).isFalse();
    assertThat(connection.strike(now)).isFalse();
    assertThat(connection.strike(now)).as("at the same moment").isFalse();
    pass(DeliveryWatch.SPAN);

    assertThat(connection.strike(now)).isTrue();
  }

  @Test
  void aConnectionThatDeliversBeginsAnew() {
    for (int n = 0; n < 20; n++) {
      assertThat(connection.strike(now)).isFalse();
      pass(DeliveryWatch.SPAN);
      assertThat(connection.strike(now)).isFalse();
      pass(DeliveryWatch.SPAN);
      connection.delivered();
    }
  }

  @Test
  void aLinkThatBroughtAllThatItWasAskedForIsNotSilent() {
    link.asked(1, now);
    link.delivered(3, now);
    pass(LinkWatch.SILENCE);

    assertThat(link.takeTurn(now)).isFalse();
  }

  @Test
  void thePeekBeginsBehindTheHighestNumberThatCame() {
    link.asked(2, now);
    link.delivered(8, now);
    link.delivered(5, now);

    assertThat(link.last()).isEqualTo(8);
  }

  @Test
  void theThirdStrikeIsProofWhenTheSpanIsOver() {
    assertThat(connection.strike(now)).isFalse();
    assertThat(connection.strike(now)).isFalse();
    pass(DeliveryWatch.SPAN);

    assertThat(connection.strike(now)).isTrue();
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }
}
