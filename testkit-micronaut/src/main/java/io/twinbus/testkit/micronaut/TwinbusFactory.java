package io.twinbus.testkit.micronaut;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.env.Environment;
import io.twinbus.local.LocalStack;
import io.twinbus.micronaut.MicronautSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.region.EntityRefusedException;
import io.twinbus.receiver.region.LeaseNotHeldException;
import io.twinbus.sender.Sender;
import io.twinbus.sender.SenderExtension;
import io.twinbus.sender.Senders;
import io.twinbus.testkit.system.LocalSettings;
import io.twinbus.testkit.system.Twinbus;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Makes the parts of a {@link TwinbusTest}, each a bean that closes with the context. The senders
 * are a part of their own, so that listeners may have them injected: they are made before the
 * receivers.
 */
@Factory
@Requires(env = TwinbusTest.ENVIRONMENT)
final class TwinbusFactory {

  private final FlatSettings application;

  TwinbusFactory(Environment environment) {
    FlatSettings settings = MicronautSettings.of(environment);
    settings.refuseUnknown();
    this.application = LocalSettings.withPace(settings);
  }

  @Singleton
  @Bean(preDestroy = "close")
  LocalStack stack() {
    return LocalSettings.start(application);
  }

  @Singleton
  @Bean(preDestroy = "close")
  Senders senders(LocalStack stack, List<SenderExtension> extensions) {
    return Senders.from(
        LocalSettings.of(application, stack),
        builder -> {
          extensions.forEach(builder::extension);
          return builder;
        });
  }

  /** That of an application with one queue; the senders close it. */
  @Singleton
  Sender sender(Senders senders) {
    return senders.only();
  }

  @Singleton
  @Bean(preDestroy = "close")
  Twinbus twinbus(ApplicationContext context, LocalStack stack, Senders senders)
      throws InterruptedException, EntityRefusedException, LeaseNotHeldException {
    return Twinbus.start(application, new MicronautApplication(context), stack, senders);
  }
}
