package io.twinbus.testkit.spring;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.LocalStack;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.HandlerExtension;
import io.twinbus.receiver.region.EntityRefusedException;
import io.twinbus.receiver.region.LeaseNotHeldException;
import io.twinbus.sender.Senders;
import io.twinbus.spring.ApplicationHandler;
import io.twinbus.spring.SpringSettings;
import io.twinbus.testkit.system.LocalSettings;
import io.twinbus.testkit.system.Twinbus;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/** Makes the parts of a {@link TwinbusSpringTest}, each a bean that closes with the context. */
@Configuration(proxyBeanMethods = false)
class TwinbusConfiguration {

  /** The receivers of the test take the place of the application's. */
  private static final Map<String, String> NO_OTHER =
      Map.of("twinbus.receiver.auto-start", "false");

  /** The application's settings, paced; addresses and keys are the stack's. */
  @Bean
  FlatSettings twinbusSettings(ConfigurableEnvironment environment, LocalStack stack) {
    return LocalSettings.of(application(environment), stack).with(NO_OTHER);
  }

  @Bean(destroyMethod = "close")
  LocalStack twinbusStack(ConfigurableEnvironment environment) {
    FlatSettings settings = application(environment);
    settings.refuseUnknown();
    return LocalSettings.start(settings);
  }

  @Bean(destroyMethod = "close")
  Twinbus twinbus(
      FlatSettings settings,
      LocalStack stack,
      Senders senders,
      SpringApplicationUnderTest application)
      throws InterruptedException, EntityRefusedException, LeaseNotHeldException {
    return Twinbus.start(settings, application, stack, senders);
  }

  @Bean
  SpringApplicationUnderTest twinbusApplication(
      ApplicationHandler handler,
      ObjectProvider<HandlerExtension> extensions,
      ObjectProvider<ObjectMapper> json) {
    return new SpringApplicationUnderTest(handler, extensions.orderedStream().toList(), json);
  }

  private static FlatSettings application(ConfigurableEnvironment environment) {
    return LocalSettings.withPace(SpringSettings.of(environment));
  }
}
