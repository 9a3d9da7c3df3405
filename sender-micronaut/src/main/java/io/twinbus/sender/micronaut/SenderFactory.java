package io.twinbus.sender.micronaut;

import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.env.Environment;
import io.twinbus.micronaut.MicronautSettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.SenderExtension;
import io.twinbus.sender.Senders;
import io.twinbus.sender.link.RegionLinks;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/**
 * Makes the application's senders from its configuration, {@code twinbus.*}, each when it is first
 * asked for, and closes them with the context.
 *
 * <p>Every bean of {@link SenderExtension} extends them. A bean of {@link RegionLinks}, such as
 * {@code ServiceBusLinks.withCredential(…)}, replaces the default links. An application with its
 * own {@link Sender} or {@link Senders} bean gets no other.
 */
@Factory
final class SenderFactory {

  /**
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for each mistake
   *     in the queues' names, and for each name that is no setting
   */
  @Singleton
  @Bean(preDestroy = "close")
  @Requires(missingBeans = Senders.class)
  Senders senders(
      Environment environment, List<SenderExtension> extensions, Optional<RegionLinks> links) {
    return Senders.from(
        MicronautSettings.of(environment),
        builder -> {
          extensions.forEach(builder::extension);
          links.ifPresent(builder::links);
          return builder;
        });
  }

  /**
   * The sender of an application with one queue; the senders close it.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for each mistake
   *     in the configuration, and where there are several queues
   */
  @Singleton
  @Requires(missingBeans = Sender.class)
  Sender sender(Senders senders) {
    return senders.only();
  }
}
