package io.twinbus.testkit.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Property;
import io.micronaut.context.annotation.Requires;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.twinbus.receiver.listener.SessionListener;
import io.twinbus.sender.SenderExtension;
import io.twinbus.sender.tracing.SenderTracing;
import io.twinbus.testkit.system.Twinbus;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * One trace from the producer to the handler, whichever region the message went through. The
 * standby copy comes later than a slow machine needs at home; when home fails, it is sent without
 * its delay.
 */
@TwinbusTest
@Property(name = "twinbus.home", value = "east")
@Property(name = "twinbus.test.own-pace", value = "true")
@Property(name = "twinbus.standby-delay", value = "30s")
@Property(name = "tracing", value = "true")
class TracingAcrossRegionsTest {

  @Inject private Twinbus twinbus;
  @Inject private Spans spans;

  @Test
  void aCallInTheOtherRegionIsAChildOfItsSend() throws Exception {
    twinbus.send("at-home", "1");
    twinbus.awaitHandled("at-home", 1);
    twinbus.fail("east");
    twinbus.send("away", "1");
    twinbus.awaitHandled("away", 1);

    isOneTrace("at-home", "east");
    isOneTrace("away", "west");
  }

  private void isOneTrace(String session, String region) {
    SpanData send = spans.ended("send orders", session);
    SpanData process = spans.ended("process orders", session);
    assertThat(process.getTraceId()).isEqualTo(send.getTraceId());
    assertThat(process.getParentSpanId()).isEqualTo(send.getSpanId());
    assertThat(process.getAttributes().get(AttributeKey.stringKey("twinbus.region")))
        .isEqualTo(region);
  }

  @Singleton
  @Requires(property = "tracing")
  static final class Texts {
    @SessionListener
    void on(String text) {
      assertThat(text).isEqualTo("1");
    }
  }

  @Factory
  @Requires(property = "tracing")
  static final class Telemetry {

    @Singleton
    @Bean(preDestroy = "close")
    OpenTelemetrySdk telemetry(Spans spans) {
      return OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(spans))
                  .build())
          .build();
    }

    /** As the sender's own module for Micronaut does it. */
    @Singleton
    SenderExtension senderTracing(OpenTelemetry telemetry) {
      return SenderTracing.with(telemetry);
    }
  }

  /** Keeps what ended. */
  @Singleton
  static final class Spans implements SpanExporter {

    private final List<SpanData> all = new CopyOnWriteArrayList<>();

    SpanData ended(String name, String session) {
      return Awaitility.await()
          .atMost(Twinbus.BOUND)
          .until(
              () ->
                  all.stream()
                      .filter(span -> span.getName().equals(name))
                      .filter(
                          span ->
                              session.equals(
                                  span.getAttributes()
                                      .get(AttributeKey.stringKey("twinbus.session"))))
                      .findFirst()
                      .orElse(null),
              span -> span != null);
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
