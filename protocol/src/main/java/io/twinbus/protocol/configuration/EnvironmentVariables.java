package io.twinbus.protocol.configuration;

import io.twinbus.protocol.settings.Setting;
import io.twinbus.protocol.settings.SettingCatalogue;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Settings from environment variables: {@code TWINBUS_RECEIVER_MAX_SESSIONS} is {@code
 * twinbus.receiver.max-sessions}, and {@code TWINBUS_REGIONS_WEST_EUROPE_CONNECTION_STRING} belongs
 * to the region {@code west-europe}.
 */
final class EnvironmentVariables {

  private static final String PREFIX = "TWINBUS_";

  /** Variables of the launcher, of the images and of the templates. */
  private static final Set<String> NO_SETTINGS =
      Set.of(
          "TWINBUS_JAVA_OPTS",
          "TWINBUS_HEALTH",
          "TWINBUS_IMAGES",
          "TWINBUS_LOG_FORMAT",
          "TWINBUS_OPERATORS_GROUP_ID",
          "TWINBUS_READERS_GROUP_ID",
          "TWINBUS_ALERT_EMAIL");

  private EnvironmentVariables() {}

  /**
   * The settings in {@code environment}. One that begins with {@code TWINBUS_} and names no setting
   * keeps its own name; those of other programs are left out.
   */
  static Map<String, String> settings(Map<String, String> environment) {
    Map<String, String> settings = new TreeMap<>();
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX) && !NO_SETTINGS.contains(name)) {
            settings.put(
                SettingCatalogue.findVariable(name).map(Setting::name).orElse(name), value);
          }
        });
    return settings;
  }
}
