package io.twinbus.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.twinbus.sender.SenderExtension;
import io.twinbus.sender.metrics.SenderMetrics;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** Reports the sender's figures where the application has a registry of Micrometer. */
@AutoConfiguration(
    before = TwinbusAutoConfiguration.class,
    afterName =
        "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnSingleCandidate(MeterRegistry.class)
public class MetricsConfiguration {

  @Bean
  SenderExtension twinbusSenderMetrics(MeterRegistry registry) {
    return SenderMetrics.to(registry);
  }
}
