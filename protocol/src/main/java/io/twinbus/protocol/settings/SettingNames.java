package io.twinbus.protocol.settings;

import java.util.List;
import java.util.stream.Stream;

/** The names of all settings, by section; {@link SettingCatalogue} says the rest about each. */
public final class SettingNames {

  /** What all processes of a deployment share, but for their regions. */
  public static final List<String> SHARED =
      names(ClusterKeys.SECTION).stream()
          .filter(name -> !name.equals(ClusterKeys.REGION.name()))
          .toList();

  /** Where the ledger is, and how it is used. */
  public static final List<String> LEDGER = names(LedgerKeys.SECTION);

  /** A receiver's own. */
  public static final List<String> RECEIVER = names(ReceiverKeys.SECTION);

  /** A sender's own. */
  public static final List<String> SENDER = names(SenderKeys.SECTION);

  /** Which region a process belongs to: a receiver's. */
  public static final String REGION = ClusterKeys.REGION.name();

  private SettingNames() {}

  /** All of them, without those of the regions, whose names are the deployment's own. */
  public static List<String> all() {
    return Stream.of(SHARED, LEDGER, RECEIVER, SENDER, List.of(REGION), names(ToolKeys.SECTION))
        .flatMap(List::stream)
        .toList();
  }

  /** Whether something reads {@code key}; keys outside of {@code twinbus.} are none of ours. */
  public static boolean isRead(String key) {
    return !key.startsWith("twinbus.") || SettingCatalogue.find(key).isPresent();
  }

  /** Whether the value of {@code key} must not be shown. */
  public static boolean isSecret(String key) {
    return SettingCatalogue.find(key).map(setting -> setting.notes().isSecret()).orElse(true);
  }

  private static List<String> names(SettingSection section) {
    return section.settings().stream().map(Setting::name).toList();
  }
}
