package io.twinbus.spring;

import io.opentelemetry.api.OpenTelemetry;
import io.twinbus.receiver.HandlerExtension;
import io.twinbus.receiver.tracing.ReceiverTracing;
import io.twinbus.sender.SenderExtension;
import io.twinbus.sender.tracing.SenderTracing;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** Makes spans of sends and of handler calls where the application has OpenTelemetry. */
@AutoConfiguration(
    before = TwinbusAutoConfiguration.class,
    afterName =
        "org.springframework.boot.actuate.autoconfigure.opentelemetry.OpenTelemetryAutoConfiguration")
@ConditionalOnClass(OpenTelemetry.class)
@ConditionalOnSingleCandidate(OpenTelemetry.class)
public class SpringTracingFactory {

  @Bean
  SenderExtension twinbusSenderTracing(OpenTelemetry telemetry) {
    return SenderTracing.with(telemetry);
  }

  @Bean
  HandlerExtension twinbusReceiverTracing(OpenTelemetry telemetry) {
    return ReceiverTracing.with(telemetry);
  }
}
