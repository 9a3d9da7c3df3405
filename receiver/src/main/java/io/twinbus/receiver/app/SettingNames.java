package io.twinbus.receiver.app;

import java.util.List;
import java.util.stream.Stream;

/** The names of all settings that a receiver reads, but for those of its regions. */
public final class SettingNames {

  private SettingNames() {}

  /** The names, as they stand in the YAML file with dots. */
  public static List<String> all() {
    return Stream.concat(EnvironmentSettings.SHARED.stream(), EnvironmentSettings.RECEIVER.stream())
        .toList();
  }
}
