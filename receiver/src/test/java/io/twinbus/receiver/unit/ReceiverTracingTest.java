package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.tracing.ReceiverTracing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReceiverTracingTest {

  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PRODUCER = "b7ad6b7169203331";
  private static final String CONTEXT = "00-%s-%s-01".formatted(TRACE, PRODUCER);

  private final Spans spans = new Spans();
  private final OpenTelemetrySdk telemetry =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(spans))
                  .build())
          .build();

  @AfterEach
  void stop() {
    telemetry.close();
  }

  @Test
  void aCallIsAChildOfTheSpanInWhichItsMessageWasSent() {
    List<String> within = new ArrayList<>();
    List<Object> told = new ArrayList<>();

    call(
        Map.of("traceparent", CONTEXT),
        (message, invocation) -> {
          within.add(Span.current().getSpanContext().getTraceId());
          told.add(String.valueOf(message.properties().get("traceparent")));
          return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
        });

    SpanData span = spans.only();
    assertThat(span.getName()).isEqualTo("process orders");
    assertThat(span.getKind()).isEqualTo(SpanKind.CONSUMER);
    assertThat(span.getTraceId()).isEqualTo(TRACE);
    assertThat(span.getParentSpanId()).isEqualTo(PRODUCER);
    assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(span.getAttributes().asMap())
        .containsEntry(AttributeKey.stringKey("messaging.message.id"), "m")
        .containsEntry(AttributeKey.stringKey("twinbus.session"), "s")
        .containsEntry(AttributeKey.stringKey("twinbus.region"), "east")
        .containsEntry(AttributeKey.longKey("twinbus.seq"), 7L)
        .containsEntry(AttributeKey.longKey("twinbus.attempt"), 2L)
        .containsEntry(AttributeKey.stringKey("twinbus.outcome"), "completed");
    assertThat(within).containsExactly(TRACE);
    assertThat(told).containsExactly("00-%s-%s-01".formatted(TRACE, span.getSpanId()));
  }

  @Test
  void whatOlderClientsWriteIsReadAndABrokenContextBeginsATrace() {
    call(Map.of("Diagnostic-Id", CONTEXT), ReceiverTracingTest::complete);
    call(Map.of("traceparent", "00-nonsense"), ReceiverTracingTest::complete);

    assertThat(spans.all.get(0).getTraceId()).isEqualTo(TRACE);
    assertThat(spans.all.get(1).getTraceId()).isNotEqualTo(TRACE);
    assertThat(spans.all.get(1).getParentSpanContext().isValid()).isFalse();
  }

  @Test
  void aFailedCallIsAnErrorThatSaysWhy() {
    call(
        Map.of(),
        (message, invocation) ->
            CompletableFuture.completedFuture(new HandlerOutcome.Retry("busy", Optional.empty())));
    call(
        Map.of(),
        (message, invocation) ->
            CompletableFuture.failedFuture(new IllegalStateException("no truck")));

    assertThat(spans.all)
        .extracting(span -> span.getStatus().getStatusCode())
        .containsOnly(StatusCode.ERROR);
    assertThat(spans.all)
        .extracting(span -> span.getStatus().getDescription())
        .containsExactly("busy", "java.lang.IllegalStateException: no truck");
  }

  @Test
  void aCancelReachesTheHandlersOwnStage() {
    CompletableFuture<HandlerOutcome> stage = new CompletableFuture<>();

    start(Map.of(), (message, invocation) -> stage).cancel(true);

    assertThat(stage).isCancelled();
  }

  private static CompletableFuture<HandlerOutcome> complete(
      Message message, io.twinbus.receiver.Invocation invocation) {
    return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
  }

  private void call(Map<String, Object> properties, SessionHandler handler) {
    assertThat(start(properties, handler)).isDone();
  }

  private CompletableFuture<HandlerOutcome> start(
      Map<String, Object> properties, SessionHandler handler) {
    ClusterSettings cluster =
        ClusterSettings.from(
            FlatSettings.of(Map.of("twinbus.regions.east.namespace", "east.example.org")));
    Message plain = Calls.message("s", "m");
    return ReceiverTracing.with(telemetry)
        .around(handler, cluster)
        .handle(
            new Message(plain.session(), plain.id(), plain.body(), properties, plain.envelope()),
            Calls.invocation(Duration.ofSeconds(5)))
        .toCompletableFuture();
  }

  /** Keeps what ended. */
  private static final class Spans implements SpanExporter {

    private final List<SpanData> all = new ArrayList<>();

    SpanData only() {
      assertThat(all).hasSize(1);
      return all.get(0);
    }

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
