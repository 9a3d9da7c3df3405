package io.twinbus.sender.micronaut;

import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.env.Environment;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.SenderBuilder;
import io.twinbus.sender.SenderExtension;
import io.twinbus.sender.link.RegionLinks;
import io.twinbus.sender.settings.SenderSettings;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/**
 * Makes the application's sender from its configuration, {@code twinbus.*}, when it is first asked
 * for, and closes it with the context.
 *
 * <p>Every bean of {@link SenderExtension} is built around it. A bean of {@link RegionLinks} says
 * how regions are reached, as {@code ServiceBusLinks.withCredential(…)} does. An application that
 * has a {@link Sender} bean of its own gets no other.
 */
@Factory
final class SenderFactory {

  /**
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for the first
   *     mistake in the configuration
   */
  @Singleton
  @Bean(preDestroy = "close")
  @Requires(missingBeans = Sender.class)
  Sender sender(
      Environment environment, List<SenderExtension> extensions, Optional<RegionLinks> links) {
    FlatSettings flat = EnvironmentSettings.of(environment);
    SenderBuilder builder =
        Sender.builder(ClusterSettings.from(flat)).settings(SenderSettings.from(flat));
    extensions.forEach(builder::extension);
    links.ifPresent(builder::links);
    return builder.build();
  }
}
