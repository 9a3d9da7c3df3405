package io.twinbus.protocol.settings;

import io.twinbus.protocol.HomePolicy;
import io.twinbus.protocol.InvalidNameException;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What sender, receiver and CLI of one deployment share: its name, its entity and its regions.
 *
 * <p>Immutable and thread-safe.
 *
 * @param cluster the deployment's name ({@code twinbus.cluster}, default {@code twinbus})
 * @param entity the queue or topic
 * @param regions the regions by name: at least one; more than one for any promise about outages
 * @param standbyDelay how much later the copy for a region that is not home becomes visible ({@code
 *     twinbus.standby-delay}, default 15 s, 0 to 7 days)
 * @param home which region is a session's home ({@code twinbus.home}, default {@code by-session})
 */
public record ClusterSettings(
    String cluster,
    EntitySettings entity,
    SortedMap<RegionName, RegionSettings> regions,
    Duration standbyDelay,
    HomePolicy home) {

  /** Name of the cluster when nothing is configured. */
  public static final String DEFAULT_CLUSTER = "twinbus";

  private static final String REGIONS = RegionKeys.REGIONS;

  /**
   * Reads and checks the shared settings.
   *
   * @throws InvalidSettingException with one sentence for each mistake
   */
  public static ClusterSettings from(FlatSettings flat) {
    return flat.collect(ClusterSettings::read);
  }

  private static ClusterSettings read(FlatSettings flat) {
    SortedMap<RegionName, RegionSettings> regions = regions(flat);
    Duration delay = flat.get(ClusterKeys.STANDBY_DELAY);
    return new ClusterSettings(
        flat.get(ClusterKeys.CLUSTER),
        EntitySettings.from(flat),
        regions,
        delay,
        home(flat, regions));
  }

  /** The names of the regions, in the order that the protocol uses. */
  public SortedSet<RegionName> regionNames() {
    return new TreeSet<>(regions.keySet());
  }

  /**
   * The settings of the region called {@code name}.
   *
   * @throws InvalidSettingException when there is no such region; the sentence names those there
   *     are
   */
  public RegionSettings region(String name) {
    return regions.values().stream()
        .filter(region -> region.name().value().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "There is no region '%s': the configuration has %s."
                        .formatted(name, regions.keySet())));
  }

  /** A region whose address was refused is among them: it can be somebody's home all the same. */
  private static SortedMap<RegionName, RegionSettings> regions(FlatSettings flat) {
    SortedMap<RegionName, RegionSettings> regions = new TreeMap<>();
    Map<String, RegionName> endpoints = new HashMap<>();
    for (String word : flat.names(REGIONS)) {
      Optional<RegionName> name = name(flat, word);
      if (name.isPresent()) {
        RegionSettings region = region(flat, name.get());
        regions.put(name.get(), region);
        checkEndpoint(flat, region, endpoints);
      }
    }
    if (flat.names(REGIONS).isEmpty()) {
      flat.refuse(
          "No region is configured: set twinbus.regions.<name>.namespace or .connection-string for"
              + " each.");
    }
    return regions;
  }

  private static Optional<RegionName> name(FlatSettings flat, String word) {
    try {
      return Optional.of(new RegionName(word));
    } catch (InvalidNameException e) {
      flat.refuse(REGIONS + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  private static RegionSettings region(FlatSettings flat, RegionName name) {
    String prefix = prefix(name);
    Optional<String> namespace = flat.find(RegionKeys.namespace(name.value()));
    Optional<String> connection = flat.find(RegionKeys.connectionString(name.value()));
    if (namespace.isPresent() == connection.isPresent() && !isRefused(flat, name)) {
      flat.refuse(
          prefix,
          "%s needs either a namespace or a connection-string, and not both.".formatted(prefix));
    }
    return new RegionSettings(
        name, namespace.orElse(null), connection.map(Secret::new).orElse(null));
  }

  /** {@code endpoints} are those of the regions before this one. */
  private static void checkEndpoint(
      FlatSettings flat, RegionSettings region, Map<String, RegionName> endpoints) {
    String prefix = prefix(region.name());
    if (flat.isRefused(prefix) || isRefused(flat, region.name())) {
      return;
    }
    try {
      String endpoint = region.endpoint();
      RegionName twin = endpoints.put(endpoint, region.name());
      if (twin != null) {
        flat.refuse(
            "The regions %s and %s have the same endpoint %s: give each its own namespace."
                .formatted(twin, region.name(), endpoint));
      }
    } catch (InvalidSettingException e) {
      flat.refuse(prefix, String.valueOf(e.getMessage()));
    }
  }

  private static boolean isRefused(FlatSettings flat, RegionName name) {
    return flat.isRefused(
        RegionKeys.namespace(name.value()), RegionKeys.connectionString(name.value()));
  }

  private static String prefix(RegionName name) {
    return REGIONS + "." + name.value();
  }

  private static HomePolicy home(FlatSettings flat, SortedMap<RegionName, RegionSettings> regions) {
    String text = flat.get(ClusterKeys.HOME);
    if (text.equals(HomePolicy.BY_SESSION)) {
      return HomePolicy.bySession();
    }
    Optional<RegionName> home =
        regions.keySet().stream().filter(region -> region.value().equals(text)).findFirst();
    if (home.isEmpty() && !regions.isEmpty() && !flat.names(REGIONS).contains(text)) {
      flat.refuse(
          ClusterKeys.HOME,
          "twinbus.home is '%s': give by-session or one of the regions %s."
              .formatted(text, regions.keySet()));
    }
    return home.map(HomePolicy::fixed).orElseGet(HomePolicy::bySession);
  }
}
