package io.twinbus.sender.micronaut;

import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.env.Environment;
import io.twinbus.micronaut.MicronautSettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.SenderBuilder;
import io.twinbus.sender.SenderExtension;
import io.twinbus.sender.link.RegionLinks;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/**
 * Makes the application's sender from its configuration, {@code twinbus.*}, when the first bean
 * asks for it, and closes it with the context.
 *
 * <p>Every bean of {@link SenderExtension} extends it. A bean of {@link RegionLinks}, such as
 * {@code ServiceBusLinks.withCredential(…)}, replaces the default links. An application with its
 * own {@link Sender} bean gets no other.
 */
@Factory
final class SenderFactory {

  /**
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for each mistake
   *     in the configuration
   */
  @Singleton
  @Bean(preDestroy = "close")
  @Requires(missingBeans = Sender.class)
  Sender sender(
      Environment environment, List<SenderExtension> extensions, Optional<RegionLinks> links) {
    SenderBuilder builder = Sender.builder(MicronautSettings.of(environment));
    extensions.forEach(builder::extension);
    links.ifPresent(builder::links);
    return builder.build();
  }
}
