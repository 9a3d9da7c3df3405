package io.twinbus.spring;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.MeterRegistry;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.HandlerExtension;
import io.twinbus.receiver.runtime.FactListener;
import io.twinbus.sender.Sender;
import io.twinbus.sender.SenderExtension;
import io.twinbus.sender.Senders;
import io.twinbus.sender.link.RegionLinks;
import java.util.Optional;
import org.apiguardian.api.API;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Makes the application's senders and its receiver from its configuration, {@code twinbus.*}.
 *
 * <p>A sender is made when it is first asked for. Beans of {@link SenderExtension}, {@link
 * RegionLinks}, {@link HandlerExtension} and {@link FactListener} are used. An application with its
 * own bean of {@link Sender}, {@link Senders}, {@link FlatSettings} or {@link SpringReceiver} gets
 * no other.
 */
@AutoConfiguration(
    after = JacksonAutoConfiguration.class,
    afterName =
        "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration")
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
public class TwinbusAutoConfiguration {

  /** The settings, not checked yet. */
  @Bean
  @ConditionalOnMissingBean
  FlatSettings twinbusSettings(ConfigurableEnvironment environment) {
    return SpringSettings.of(environment);
  }

  /**
   * The senders of the application's queues, by name.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for each mistake
   *     in the queues' names, and for each name that is no setting
   */
  @Bean(destroyMethod = "close")
  @Lazy
  @ConditionalOnMissingBean
  Senders twinbusSenders(
      FlatSettings settings,
      ObjectProvider<SenderExtension> extensions,
      ObjectProvider<RegionLinks> links) {
    return Senders.from(
        settings,
        builder -> {
          extensions.orderedStream().forEach(builder::extension);
          links.ifAvailable(builder::links);
          return builder;
        });
  }

  /**
   * The sender of an application with one queue; the senders close it.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for each mistake
   *     in the configuration, and where there are several queues
   */
  @Bean(destroyMethod = "")
  @Lazy
  @ConditionalOnMissingBean
  Sender twinbusSender(Senders senders) {
    return senders.only();
  }

  /** The application's handlers. */
  @Bean
  ApplicationHandler twinbusHandler(
      ConfigurableListableBeanFactory beans, ObjectProvider<ObjectMapper> json) {
    return new ApplicationHandler(new ListenerMethods(beans, json), beans);
  }

  /** The receiver. */
  @Bean
  @ConditionalOnMissingBean
  SpringReceiver twinbusReceiver(
      FlatSettings settings,
      ApplicationHandler handler,
      ObjectProvider<HandlerExtension> extensions,
      ObjectProvider<FactListener> listeners,
      ObjectProvider<MeterRegistry> registry) {
    return new SpringReceiver(
        settings,
        handler,
        new SpringReceiver.Additions(
            extensions.orderedStream().toList(),
            listeners.orderedStream().toList(),
            Optional.ofNullable(registry.getIfUnique())));
  }
}
