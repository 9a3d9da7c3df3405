package io.twinbus.receiver.app;

import io.micronaut.context.env.Environment;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.admin.AdminSettings;
import io.twinbus.receiver.region.ReceiverSettings;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * All that a receiver service is configured with.
 *
 * <p>Immutable and thread-safe.
 *
 * @param flat the settings as they were written
 * @param receiver the receiver
 * @param admin the admin endpoints
 */
record ServiceSettings(FlatSettings flat, ReceiverSettings receiver, AdminSettings admin) {

  /**
   * Reads and checks the settings of {@code environment}.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for each
   *     mistake, names that nobody reads first: they explain what is missing
   */
  static ServiceSettings from(Environment environment) {
    Map<String, String> mistakes = new LinkedHashMap<>();
    FlatSettings flat = EnvironmentSettings.read(environment, mistakes);
    return flat.collect(
        all -> {
          mistakes.forEach(all::refuse);
          return new ServiceSettings(flat, ReceiverSettings.from(all), AdminSettings.from(all));
        });
  }
}
