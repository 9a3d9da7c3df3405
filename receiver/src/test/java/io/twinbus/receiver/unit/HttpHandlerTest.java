package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.handler.HttpFailures;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the statuses of an endpoint mean. */
class HttpHandlerTest {

  @AutoClose private final HttpEndpoint endpoint = new HttpEndpoint();

  @ParameterizedTest
  @CsvSource({
    "200, Completed",
    "204, Completed",
    "299, Completed",
    "302, AWAY",
    "400, DeadLetter",
    "401, AWAY",
    "402, AWAY",
    "403, AWAY",
    "404, AWAY",
    "405, AWAY",
    "407, AWAY",
    "408, EndUnknown",
    "409, DeadLetter",
    "410, DeadLetter",
    "412, Fenced",
    "421, AWAY",
    "422, DeadLetter",
    "425, THROTTLED",
    "426, AWAY",
    "429, THROTTLED",
    "431, AWAY",
    "451, AWAY",
    "499, DeadLetter",
    "500, AMBIGUOUS",
    "501, AMBIGUOUS",
    "502, EndUnknown",
    "503, AWAY",
    "504, EndUnknown",
    "599, AMBIGUOUS"
  })
  void everyStatusHasOneMeaning(int answered, String meaning) {
    endpoint.status = answered;

    HandlerOutcome outcome = endpoint.handle();

    assertThat(
            outcome instanceof HandlerOutcome.Retry retry
                ? retry.kind().name()
                : outcome.getClass().getSimpleName())
        .isEqualTo(meaning);
  }

  @Test
  void aStatusMayBeMovedToAnotherKind() {
    endpoint.failures = HttpFailures.parse("404=judged, 500=throttled").orElseThrow();
    endpoint.status = 404;
    HandlerOutcome notFound = endpoint.handle();
    endpoint.status = 500;
    HandlerOutcome failed = endpoint.handle();

    assertThat(notFound).isInstanceOf(HandlerOutcome.DeadLetter.class);
    assertThat(((HandlerOutcome.Retry) failed).kind()).isEqualTo(FailureKind.THROTTLED);
  }

  @Test
  void aStatusMayHaveAWaitAndTheAnswersOwnGoesBefore() {
    endpoint.failures = HttpFailures.parse("409=ambiguous:30s 429=throttled:250ms").orElseThrow();
    endpoint.status = 409;
    HandlerOutcome conflict = endpoint.handle();
    endpoint.status = 429;
    HandlerOutcome busy = endpoint.handle();
    endpoint.retryAfter = "7";
    HandlerOutcome busyForLong = endpoint.handle();

    assertThat(wait(conflict)).contains(Duration.ofSeconds(30));
    assertThat(((HandlerOutcome.Retry) conflict).kind()).isEqualTo(FailureKind.AMBIGUOUS);
    assertThat(wait(busy)).contains(Duration.ofMillis(250));
    assertThat(wait(busyForLong)).contains(Duration.ofSeconds(7));
  }

  private static Optional<Duration> wait(HandlerOutcome outcome) {
    return ((HandlerOutcome.Retry) outcome).after();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "404",
        "404=gone",
        "200=judged",
        "412=away",
        "404=unreached",
        "x=away",
        "404=judged:5s",
        "502=end-unknown:5s",
        "409=away:",
        "409=away:61m",
        "409=away:5s:5s"
      })
  void whatIsNoStatusWithAKindIsRefused(String text) {
    assertThat(HttpFailures.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "7, 7",
    "0, 0",
    "-3, 0",
    "999999, 3600",
    "'Sat, 21 Nov 2026 10:00:30 GMT', 30",
    "'Sat, 21 Nov 2026 09:00:00 GMT', 0"
  })
  void retryAfterIsHonouredWithinAnHour(String header, long seconds) {
    endpoint.status = 503;
    endpoint.retryAfter = header;

    assertThat(endpoint.handle())
        .isEqualTo(
            new HandlerOutcome.Retry(
                FailureKind.THROTTLED,
                "The endpoint answered 503",
                Optional.empty(),
                Optional.of(Duration.ofSeconds(seconds))));
  }

  @Test
  void anUnreadableRetryAfterIsIgnored() {
    endpoint.status = 429;
    endpoint.retryAfter = "soon";

    assertThat(endpoint.handle())
        .isEqualTo(
            new HandlerOutcome.Retry(
                FailureKind.THROTTLED,
                "The endpoint answered 429",
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void aRefusalBecomesADeadLetterWithWhatTheEndpointSaid() {
    endpoint.status = 422;
    endpoint.body = "unknown product " + "x".repeat(2_000);

    HandlerOutcome.DeadLetter dead = (HandlerOutcome.DeadLetter) endpoint.handle();

    assertThat(dead.reason()).isEqualTo("HandlerRefused");
    assertThat(dead.description())
        .startsWith("The endpoint answered 422: unknown product xxx")
        .hasSizeLessThan(600);
  }
}
