package io.twinbus.sender.integration;

import static io.twinbus.sender.integration.TwoRegions.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.twinbus.protocol.Body;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.tracing.SenderTracing;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TracingTest {

  private final TwoRegions regions = new TwoRegions();
  private final Spans spans = new Spans();
  private final OpenTelemetrySdk telemetry =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(spans))
                  .build())
          .build();
  private final Sender sender =
      regions.sender(
          Sender.builder(regions.configuration())
              .settings(TwoRegions.settings().build())
              .extension(SenderTracing.with(telemetry)));

  @AfterEach
  void stop() {
    regions.close();
    telemetry.close();
  }

  @Test
  void theSpanTravelsInBothCopies() {
    Span parent = telemetry.getTracer("test").spanBuilder("order").startSpan();
    Runnable send =
        () -> await(await(sender.send(OutboundMessage.of("s", "1").build())).inAllRegions());
    Context.current().with(parent).wrap(send).run();

    SpanData span = sent();
    assertThat(span.getName()).isEqualTo("send orders");
    assertThat(span.getKind()).isEqualTo(SpanKind.PRODUCER);
    assertThat(span.getParentSpanId()).isEqualTo(parent.getSpanContext().getSpanId());
    assertThat(span.getAttributes().asMap())
        .containsEntry(AttributeKey.stringKey("messaging.system"), "servicebus")
        .containsEntry(AttributeKey.stringKey("messaging.destination.name"), "orders")
        .containsEntry(AttributeKey.stringKey("messaging.message.id"), "1")
        .containsEntry(AttributeKey.longKey("twinbus.seq"), 1L);
    String expected = "00-%s-%s-01".formatted(span.getTraceId(), span.getSpanId());
    for (ServiceBusReceivedMessage copy : copies()) {
      assertThat(copy.getApplicationProperties())
          .containsEntry("traceparent", expected)
          .containsEntry("Diagnostic-Id", expected);
    }
  }

  @Test
  void aContextThatTheMessageBringsIsKeptAndLinked() {
    String brought = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    OutboundMessage message =
        OutboundMessage.of("s", "1").property("Diagnostic-Id", brought).build();

    await(await(sender.send(message)).inAllRegions());

    SpanData send = sent();
    assertThat(send.getKind()).isEqualTo(SpanKind.CLIENT);
    assertThat(send.getLinks())
        .singleElement()
        .matches(link -> link.getSpanContext().getSpanId().equals("b7ad6b7169203331"));
    assertThat(copies())
        .allSatisfy(
            copy ->
                assertThat(copy.getApplicationProperties())
                    .containsEntry("Diagnostic-Id", brought)
                    .doesNotContainKey("traceparent"));
  }

  @Test
  void aFailureIsTheSpansEnd() {
    OutboundMessage large =
        OutboundMessage.of("s", "1").body(Body.wrap(new byte[400 * 1024])).build();

    assertThat(sender.send(large).handle((receipt, error) -> error != null).join()).isTrue();

    SpanData send = sent();
    assertThat(send.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(send.getAttributes().get(AttributeKey.stringKey("error.type")))
        .isEqualTo("amqp:link:message-size-exceeded");
  }

  private List<ServiceBusReceivedMessage> copies() {
    return List.of(regions.held(regions.east).get(0), regions.held(regions.west).get(0));
  }

  private SpanData sent() {
    return Awaitility.await()
        .atMost(TwoRegions.BOUND)
        .until(
            () ->
                spans.all.stream()
                    .filter(span -> span.getName().startsWith("send"))
                    .findFirst()
                    .orElse(null),
            span -> span != null);
  }

  /** Keeps what ended. */
  private static final class Spans implements SpanExporter {

    private final List<SpanData> all = new CopyOnWriteArrayList<>();

    @Override
    public CompletableResultCode export(Collection<SpanData> some) {
      all.addAll(some);
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }
}
