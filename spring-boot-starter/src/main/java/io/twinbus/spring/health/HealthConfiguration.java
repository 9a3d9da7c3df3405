package io.twinbus.spring.health;

import io.twinbus.spring.SpringReceiver;
import io.twinbus.spring.TwinbusAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.availability.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.HealthEndpointGroupsPostProcessor;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Tells Actuator how the receiver stands: {@code twinbus} is a part of the readiness group, {@code
 * twinbusWorkers} of the liveness group, where Actuator has those. {@code
 * management.health.twinbus.enabled: false} takes both away.
 */
@AutoConfiguration(
    after = {TwinbusAutoConfiguration.class, AvailabilityProbesAutoConfiguration.class})
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(SpringReceiver.class)
@ConditionalOnEnabledHealthIndicator("twinbus")
public class HealthConfiguration {

  @Bean
  HealthIndicator twinbusHealthIndicator(SpringReceiver receiver) {
    return new ReadinessIndicator(receiver);
  }

  @Bean
  HealthIndicator twinbusWorkersHealthIndicator(SpringReceiver receiver) {
    return new WorkersIndicator(receiver);
  }

  @Bean
  HealthEndpointGroupsPostProcessor twinbusProbes() {
    return ProbeGroups::new;
  }
}
