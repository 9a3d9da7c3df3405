package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How an endpoint that is held to be away is asked whether it is there again. */
class HttpReachTest {

  private static final Optional<String> HEALTH = Optional.of("/health");

  @AutoClose private final HttpEndpoint endpoint = new HttpEndpoint();

  @ParameterizedTest
  @CsvSource({"200, true", "204, true", "299, true", "302, false", "503, false"})
  void aHealthAddressSaysItWithAnyGoodStatusAndNoOther(int status, boolean isThere) {
    endpoint.status = status;

    assertThat(isReachable(HEALTH)).isEqualTo(isThere);
    assertThat(endpoint.asked()).isEqualTo("GET /health");
  }

  /** It need not know the method: that something answers is enough. */
  @ParameterizedTest
  @ValueSource(ints = {204, 405, 500, 503})
  void withoutOneAnyAnswerWillDoAndNoMessageIsSent(int status) {
    endpoint.status = status;

    assertThat(isReachable(Optional.empty())).isTrue();
    assertThat(endpoint.asked()).isEqualTo("OPTIONS /handle");
    assertThat(endpoint.seenBody()).isEmpty();
  }

  @Test
  void whereNothingListensItIsAwayWithAHealthAddressAndWithout() {
    endpoint.stop();

    assertThat(isReachable(HEALTH)).isFalse();
    assertThat(isReachable(Optional.empty())).isFalse();
  }

  /** Its next probe would else never come. It answers nothing for 30 s. */
  @Test
  void oneThatTakesTheConnectionAndSaysNothingIsAwayAfterFiveSeconds() {
    endpoint.hang();

    assertThat(isReachable(HEALTH, 20)).isFalse();
    assertThat(endpoint.asked()).isEqualTo("GET /health");
  }

  private boolean isReachable(Optional<String> health) {
    return isReachable(health, 60);
  }

  private boolean isReachable(Optional<String> health, long seconds) {
    return endpoint
        .asking(health)
        .isReachable()
        .toCompletableFuture()
        .orTimeout(seconds, TimeUnit.SECONDS)
        .join();
  }
}
