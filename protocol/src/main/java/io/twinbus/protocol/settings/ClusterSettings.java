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

  /** Default of {@link #standbyDelay()}. */
  public static final Duration DEFAULT_STANDBY_DELAY = Duration.ofSeconds(15);

  private static final Duration MAX_STANDBY_DELAY = Duration.ofDays(7);
  private static final String REGIONS = "twinbus.regions";

  /**
   * Reads and checks the shared settings.
   *
   * @throws InvalidSettingException with one sentence for the first mistake found
   */
  public static ClusterSettings from(FlatSettings flat) {
    SortedMap<RegionName, RegionSettings> regions = regions(flat);
    Duration delay = flat.duration("twinbus.standby-delay", DEFAULT_STANDBY_DELAY);
    if (delay.isNegative() || delay.compareTo(MAX_STANDBY_DELAY) > 0) {
      throw new InvalidSettingException("twinbus.standby-delay must be from 0s to 7d.");
    }
    return new ClusterSettings(
        flat.text("twinbus.cluster").orElse("twinbus"),
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

  private static SortedMap<RegionName, RegionSettings> regions(FlatSettings flat) {
    SortedMap<RegionName, RegionSettings> regions = new TreeMap<>();
    Map<String, RegionName> endpoints = new HashMap<>();
    for (String word : flat.names(REGIONS)) {
      RegionSettings region = region(flat, word);
      regions.put(region.name(), region);
      RegionName twin = endpoints.put(region.endpoint(), region.name());
      if (twin != null) {
        throw new InvalidSettingException(
            "The regions %s and %s have the same endpoint %s: give each its own namespace."
                .formatted(twin, region.name(), region.endpoint()));
      }
    }
    if (regions.isEmpty()) {
      throw new InvalidSettingException(
          "No region is configured: set twinbus.regions.<name>.namespace or .connection-string for"
              + " each.");
    }
    return regions;
  }

  private static RegionSettings region(FlatSettings flat, String word) {
    RegionName name;
    try {
      name = new RegionName(word);
    } catch (InvalidNameException e) {
      throw new InvalidSettingException("twinbus.regions: " + e.getMessage());
    }
    Optional<String> namespace = flat.text(REGIONS + "." + word + ".namespace");
    Optional<String> connection = flat.text(REGIONS + "." + word + ".connection-string");
    if (namespace.isPresent() == connection.isPresent()) {
      throw new InvalidSettingException(
          "twinbus.regions.%s needs either a namespace or a connection-string, and not both."
              .formatted(word));
    }
    return new RegionSettings(
        name, namespace.orElse(null), connection.map(Secret::new).orElse(null));
  }

  private static HomePolicy home(FlatSettings flat, SortedMap<RegionName, RegionSettings> regions) {
    String text = flat.text("twinbus.home").orElse(HomePolicy.BY_SESSION);
    if (text.equals(HomePolicy.BY_SESSION)) {
      return HomePolicy.bySession();
    }
    return regions.keySet().stream()
        .filter(region -> region.value().equals(text))
        .findFirst()
        .map(HomePolicy::fixed)
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "twinbus.home is '%s': give by-session or one of the regions %s."
                        .formatted(text, regions.keySet())));
  }
}
