package io.twinbus.protocol.settings;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every setting there is. Parsing, mistakes, {@code config check}, {@code config explain} and the
 * page of settings are made from it.
 */
public final class SettingCatalogue {

  private static final String OURS = "twinbus.";

  private static final List<SettingSection> SECTIONS =
      List.of(
          ClusterKeys.SECTION,
          RegionKeys.SECTION,
          QueueKeys.SECTION,
          LedgerKeys.SECTION,
          ReceiverKeys.SECTION,
          SenderKeys.SECTION,
          ToolKeys.SECTION);

  private static final Map<String, Setting<?>> BY_NAME =
      SECTIONS.stream()
          .filter(section -> section != RegionKeys.SECTION && section != QueueKeys.SECTION)
          .flatMap(section -> section.settings().stream())
          .collect(Collectors.toUnmodifiableMap(Setting::name, Function.identity()));

  private static final Map<String, Setting<?>> BY_VARIABLE =
      BY_NAME.values().stream()
          .collect(Collectors.toUnmodifiableMap(Setting::variable, Function.identity()));

  private SettingCatalogue() {}

  /** All settings, by section; those of a region or queue once, with {@code <name>} in them. */
  public static List<SettingSection> sections() {
    return SECTIONS;
  }

  /** The setting under {@code key}, also one of a region or queue that the key names. */
  public static Optional<Setting<?>> find(String key) {
    Optional<Setting<?>> fixed = Optional.ofNullable(BY_NAME.get(key));
    return fixed
        .or(() -> RegionKeys.find(key).map(Function.identity()))
        .or(() -> QueueKeys.find(key));
  }

  /** The setting that the environment variable {@code name} sets. */
  public static Optional<Setting<?>> findVariable(String name) {
    Optional<Setting<?>> fixed = Optional.ofNullable(BY_VARIABLE.get(name));
    return fixed
        .or(() -> RegionKeys.findVariable(name).map(Function.identity()))
        .or(() -> QueueKeys.findVariable(name));
  }

  /**
   * {@code key} as the catalogue spells it; the name of a region or queue, and a foreign key, as
   * they are.
   */
  public static String spelled(String key) {
    if (!key.startsWith(OURS)) {
      return key;
    }
    String named =
        Stream.of(RegionKeys.REGIONS + ".", QueueKeys.QUEUES + ".")
            .filter(key::startsWith)
            .findFirst()
            .orElse("");
    int name = named.isEmpty() ? 0 : key.indexOf('.', named.length());
    return name < 0 ? key : key.substring(0, name) + KeyNames.hyphenated(key.substring(name));
  }

  /** The sentence for {@code key}, which names no setting: it lists those that may be meant. */
  public static String unknown(String key) {
    return "%s is no setting of this version: it knows %s."
        .formatted(key, String.join(", ", near(key)));
  }

  private static List<String> near(String key) {
    String regions = RegionKeys.REGIONS + ".";
    if (key.startsWith(regions)) {
      int dot = key.indexOf('.', regions.length());
      String region = dot < 0 ? "<name>" : key.substring(regions.length(), dot);
      return RegionKeys.of(region).stream().map(Setting::name).toList();
    }
    String queues = QueueKeys.QUEUES + ".";
    if (key.startsWith(queues)) {
      int dot = key.indexOf('.', queues.length());
      return QueueKeys.names(dot < 0 ? "<name>" : key.substring(queues.length(), dot));
    }
    int length = SECTIONS.stream().mapToInt(section -> lengthIn(key, section)).max().orElse(0);
    return SECTIONS.stream()
        .filter(section -> lengthIn(key, section) == length)
        .flatMap(section -> section.settings().stream())
        .map(Setting::name)
        .toList();
  }

  /** How much of {@code key}, or of a variable's name, is the section's prefix. */
  private static int lengthIn(String key, SettingSection section) {
    String words = KeyNames.ofVariable(key).replace('.', '-');
    String prefix = section.prefix().replace('.', '-');
    return words.startsWith(prefix) ? prefix.length() : 0;
  }
}
