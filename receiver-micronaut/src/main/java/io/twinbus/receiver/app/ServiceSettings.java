package io.twinbus.receiver.app;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.admin.AdminSettings;
import io.twinbus.receiver.region.ReceiverSettings;
import java.util.List;

/**
 * All that a receiver service is configured with.
 *
 * <p>Immutable and thread-safe.
 *
 * @param flat the settings as they were written
 * @param queues the receiver, as each of its queues has it; one at least
 * @param admin the admin endpoints
 * @param push where metrics are pushed to
 */
record ServiceSettings(
    FlatSettings flat, List<ReceiverSettings> queues, AdminSettings admin, MetricsPush push) {

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
              settings,
              ReceiverSettings.ofQueues(all),
              AdminSettings.from(all),
              MetricsPush.from(all));
        });
  }
}
