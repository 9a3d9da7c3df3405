package io.twinbus.protocol.settings;

import static io.twinbus.protocol.settings.ValueType.host;
import static io.twinbus.protocol.settings.ValueType.text;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The settings of each region; the part {@code <name>} of their keys is the region's name. */
public final class RegionKeys {

  /** What the keys of all regions are below. */
  public static final String REGIONS = "twinbus.regions";

  static final SettingSection SECTION =
      new SettingSection(
          "Regions",
          REGIONS + ".",
          "Each region has a `namespace` or a `connection-string`. A deployment has one region at"
              + " least, and two or more for every promise about outages.");

  private static final Setting<String> NAMESPACE =
      SECTION
          .define(
              "<name>.namespace",
              host(),
              "The Service Bus namespace's host name. Clients sign in with an Entra ID credential.")
          .optional();

  private static final Setting<String> CONNECTION_STRING =
      SECTION
          .define(
              "<name>.connection-string",
              text("connection string"),
              "The Service Bus namespace's connection string, instead of `namespace`.")
          .secret()
          .optional();

  private static final Setting<String> LOCATION =
      SECTION
          .define(
              "<name>.location",
              text("Azure region"),
              "The Azure region that it is in, such as `eastus2`; the region's name where it is not"
                  + " set. `doctor` and `ledger regions` compare it with the ledger's regions.")
          .optional();

  private static final Pattern VARIABLE =
      Pattern.compile("TWINBUS_REGIONS_(.+)_(NAMESPACE|CONNECTION_STRING|LOCATION)");

  private RegionKeys() {}

  /** The namespace of the region called {@code name}. */
  public static Setting<String> namespace(String name) {
    return of(NAMESPACE, name);
  }

  /** The connection string of the region called {@code name}. */
  public static Setting<String> connectionString(String name) {
    return of(CONNECTION_STRING, name);
  }

  /** The Azure region of the region called {@code name}. */
  public static Setting<String> location(String name) {
    return of(LOCATION, name);
  }

  /** All settings of the region called {@code name}. */
  public static List<Setting<String>> of(String name) {
    return List.of(namespace(name), connectionString(name), location(name));
  }

  /** The setting that {@code key} names, if it is one of a region's. */
  static Optional<Setting<String>> find(String key) {
    int dot = key.lastIndexOf('.');
    if (!key.startsWith(REGIONS + ".") || dot <= REGIONS.length()) {
      return Optional.empty();
    }
    String region = key.substring(REGIONS.length() + 1, dot);
    return of(region).stream().filter(setting -> setting.name().equals(key)).findFirst();
  }

  /** The setting that the environment variable {@code name} sets, if it is one of a region's. */
  static Optional<Setting<String>> findVariable(String name) {
    Matcher matcher = VARIABLE.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String region = KeyNames.ofVariable(matcher.group(1));
    return Optional.of(
        switch (matcher.group(2)) {
          case "NAMESPACE" -> namespace(region);
          case "LOCATION" -> location(region);
          default -> connectionString(region);
        });
  }

  private static Setting<String> of(Setting<String> any, String region) {
    return any.named(any.name().replace("<name>", region));
  }
}
