package io.twinbus.receiver.app;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.admin.AdminSettings;
import io.twinbus.receiver.region.ReceiverSettings;

/**
 * All that a receiver service is configured with.
 *
 * <p>Immutable and thread-safe.
 *
 * @param flat the settings as they were written
 * @param receiver the receiver
 * @param admin the admin endpoints
 * @param push where metrics are pushed to
 */
record ServiceSettings(
    FlatSettings flat, ReceiverSettings receiver, AdminSettings admin, MetricsPush push) {

  /**
   * Reads and checks {@code settings}.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for each
   *     mistake, unknown names first: they explain what is missing
   */
  static ServiceSettings from(FlatSettings settings) {
    return settings.collect(
        all -> {
          all.refuseUnknown();
          return new ServiceSettings(
              settings, ReceiverSettings.from(all), AdminSettings.from(all), MetricsPush.from(all));
        });
  }
}
