package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.HttpEndpoint.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a call tells its endpoint: the CloudEvent and the claim. */
class HttpCallTest {

  @AutoClose private final HttpEndpoint endpoint = new HttpEndpoint();

  @Test
  void theCallCarriesCloudEventAndClaim() {
    CompletableFuture<HandlerOutcome> call =
        endpoint
            .handler()
            .handle(
                Calls.message("päckchen 1%", "m \"1\""), Calls.invocation(Duration.ofSeconds(10)))
            .toCompletableFuture();

    assertThat(call.join()).isEqualTo(new HandlerOutcome.Completed());
    assertThat(endpoint.header("ce-specversion")).isEqualTo("1.0");
    assertThat(endpoint.header("ce-id")).isEqualTo("m%20%221%22");
    assertThat(endpoint.header("ce-subject")).isEqualTo("p%C3%A4ckchen%201%25");
    assertThat(endpoint.header("ce-source")).isEqualTo("/twinbus/orders");
    assertThat(endpoint.header("ce-type")).isEqualTo("io.twinbus.message");
    assertThat(endpoint.header("Content-Type")).isEqualTo("application/json");
    assertThat(endpoint.header("Twinbus-Token")).isEqualTo("41");
    assertThat(endpoint.header("Twinbus-Attempt")).isEqualTo("2");
    assertThat(endpoint.header("Twinbus-Stream")).isEqualTo("s1");
    assertThat(endpoint.header("Twinbus-Sequence")).isEqualTo("7");
    assertThat(endpoint.header("Twinbus-Region")).isEqualTo("east");
    assertThat(endpoint.header("Twinbus-Instance")).isEqualTo("i1");
    assertThat(endpoint.seenBody()).isEqualTo("{\"n\":1}");
  }

  @Test
  void theCallSaysWhenTheMessageWasSentAndWhatItsSenderAdded() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("weight kg", 7);
    properties.put("colour", "röd & vit");
    Message message =
        message(
            "s",
            "m",
            properties,
            new Message.Envelope(
                null, null, "order 7", null, null, Instant.parse("2026-11-21T09:59:00.250Z")));

    endpoint
        .handler()
        .handle(message, Calls.invocation(Duration.ofSeconds(10)))
        .toCompletableFuture()
        .join();

    assertThat(endpoint.header("ce-time")).isEqualTo("2026-11-21T09:59:00.250Z");
    assertThat(endpoint.header("ce-correlationid")).isEqualTo("order%207");
    assertThat(endpoint.header("Twinbus-Properties"))
        .isEqualTo("colour=r%C3%B6d+%26+vit&weight+kg=7");
    assertThat(endpoint.header("Twinbus-Properties-Left-Out")).isEqualTo("null");
  }

  @Test
  void theHeadersOfNoCallAreLargerThanAServerTakes() {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (int i = 0; i < 50; i++) {
      properties.put("property-" + i, "ü".repeat(20));
    }
    properties.put("traceparent", "00-" + "a".repeat(32) + "-" + "b".repeat(16) + "-01");
    properties.put("tracestate", "k=" + "v".repeat(510));
    String longest = "ä".repeat(1_024);
    Message message =
        message(
            longest,
            longest,
            properties,
            new Message.Envelope(longest, longest, longest, null, null, NOW));
    Invocation like = Calls.invocation(Duration.ofSeconds(10));
    Invocation invocation =
        new Invocation(
            Long.MAX_VALUE,
            like.attempt(),
            like.position(),
            Optional.of(Body.wrap(new byte[4_096])),
            like.caller(),
            like.timeout());

    endpoint.handler().handle(message, invocation).toCompletableFuture().join();

    int bytes =
        endpoint.seen().entrySet().stream()
            .mapToInt(each -> each.getKey().length() + each.getValue().get(0).length() + 4)
            .sum();
    assertThat(bytes).isLessThan(8_000);
    assertThat(endpoint.header("ce-id")).startsWith("sha256:").hasSize(71);
    assertThat(endpoint.header("ce-subject")).isEqualTo(endpoint.header("ce-id"));
    assertThat(endpoint.header("Twinbus-Properties-Left-Out")).isNotEqualTo("null");
  }

  private static Message message(
      String session, String id, Map<String, Object> properties, Message.Envelope envelope) {
    return new Message(
        new SessionId(session), new MessageId(id), Body.ofUtf8("{}"), properties, envelope);
  }
}
