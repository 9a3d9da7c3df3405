package io.twinbus.receiver.app;

import io.micronaut.context.env.Environment;
import io.micronaut.context.env.PropertySource;
import io.micronaut.context.env.PropertySource.PropertyConvention;
import io.micronaut.context.env.PropertySourcePropertyResolver;
import io.micronaut.context.env.SystemPropertiesPropertySource;
import io.micronaut.context.exceptions.ConfigurationException;
import io.micronaut.core.convert.ConversionService;
import io.micronaut.core.naming.NameUtils;
import io.micronaut.core.order.OrderUtil;
import io.micronaut.core.value.PropertyResolver;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.SettingNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The {@code twinbus.*} settings of a Micronaut environment, as flat keys.
 *
 * <p>Every key is asked for by its name, so that Micronaut's rules for placeholders, precedence and
 * environment variables hold. The names of regions come from the files' keys and from variables
 * like {@code TWINBUS_REGIONS_EAST_CONNECTION_STRING}.
 */
public final class EnvironmentSettings {

  private static final boolean UNLOGGED = false;
  private static final String PREFIX = "twinbus.";
  private static final String RECEIVER = "twinbus.receiver.";
  private static final String REGIONS = "twinbus.regions.";
  private static final Pattern REGION_VARIABLE =
      Pattern.compile("TWINBUS_REGIONS_(.+)_(NAMESPACE|CONNECTION_STRING)");

  private EnvironmentSettings() {}

  /**
   * The settings of {@code environment}.
   *
   * @throws InvalidSettingException with one sentence for each name below {@code twinbus} that is
   *     none of ours, and for each value that has an unknown placeholder
   */
  public static FlatSettings of(Environment environment) {
    Map<String, String> mistakes = new LinkedHashMap<>();
    FlatSettings settings = read(environment, mistakes);
    if (mistakes.isEmpty()) {
      return settings;
    }
    throw new InvalidSettingException(mistakes.values());
  }

  /** The same, with a sentence in {@code mistakes} for each key that has one. */
  static FlatSettings read(Environment environment, Map<String, String> mistakes) {
    unknown(environment, mistakes);
    Map<String, String> values = new HashMap<>();
    PropertyResolver resolver = quietly(environment);
    Stream.of(
            SettingNames.SHARED,
            List.of(SettingNames.REGION),
            SettingNames.LEDGER,
            SettingNames.RECEIVER)
        .flatMap(List::stream)
        .forEach(key -> put(resolver, key, values, mistakes));
    for (String region : regions(environment)) {
      put(resolver, REGIONS + region + ".namespace", values, mistakes);
      put(resolver, REGIONS + region + ".connection-string", values, mistakes);
      // A region without either is a mistake that shall be named.
      values.putIfAbsent(REGIONS + region + ".name", region);
    }
    return FlatSettings.of(values);
  }

  /**
   * Another view of the same sources: an environment writes each value that it is asked for to its
   * log at TRACE, and keys are among them.
   */
  private static PropertyResolver quietly(Environment environment) {
    PropertySourcePropertyResolver resolver =
        new PropertySourcePropertyResolver(ConversionService.SHARED, UNLOGGED);
    List<PropertySource> sources = new ArrayList<>(environment.getPropertySources());
    OrderUtil.sort(sources);
    sources.forEach(resolver::addPropertySource);
    return resolver;
  }

  private static void put(
      PropertyResolver environment,
      String key,
      Map<String, String> values,
      Map<String, String> mistakes) {
    try {
      environment.getProperty(key, String.class).ifPresent(value -> values.put(key, value));
    } catch (ConfigurationException e) {
      // what it says may be in part a secret
      mistakes.put(
          key,
          "%s has a placeholder for something that is not set: set that, or write ${NAME:default}."
              .formatted(key));
    }
  }

  private static SortedSet<String> regions(Environment environment) {
    SortedSet<String> names = new TreeSet<>();
    for (PropertySource source : environment.getPropertySources()) {
      boolean variables = source.getConvention() == PropertyConvention.ENVIRONMENT_VARIABLE;
      for (String key : source) {
        Matcher variable = REGION_VARIABLE.matcher(key);
        if (variables && variable.matches()) {
          names.add(variable.group(1).toLowerCase(Locale.ROOT).replace('_', '-'));
        } else if (!variables && key.startsWith(REGIONS)) {
          names.add(key.substring(REGIONS.length()).split("\\.", 2)[0]);
        }
      }
    }
    return names;
  }

  private static void unknown(Environment environment, Map<String, String> mistakes) {
    for (PropertySource source : environment.getPropertySources()) {
      if (source.getConvention() == PropertyConvention.ENVIRONMENT_VARIABLE) {
        continue;
      }
      for (String key : source) {
        String name = NameUtils.hyphenate(key);
        if (isOurs(name, source) && !SettingNames.isRead(name)) {
          mistakes.put(
              name,
              "%s is no setting of this version: it knows %s."
                  .formatted(key, String.join(", ", near(name))));
        }
      }
    }
  }

  /**
   * Java's own properties carry more than settings below {@code twinbus.}: a launcher's, logging's.
   */
  private static boolean isOurs(String name, PropertySource source) {
    if (source instanceof SystemPropertiesPropertySource) {
      return name.startsWith(RECEIVER);
    }
    boolean isRegionItself = name.startsWith(REGIONS) && name.indexOf('.', REGIONS.length()) < 0;
    return name.startsWith(PREFIX) && !isRegionItself;
  }

  /** The names that one may have meant. */
  private static List<String> near(String name) {
    if (name.startsWith(REGIONS)) {
      String region = name.substring(0, name.indexOf('.', REGIONS.length()) + 1);
      return List.of(region + "namespace", region + "connection-string");
    }
    String section = section(name);
    List<String> near =
        SettingNames.all().stream().filter(known -> section(known).equals(section)).toList();
    return near.isEmpty() ? SettingNames.all() : near;
  }

  /** {@code twinbus.ledger.} for what is below it, {@code twinbus.} for what is in no section. */
  private static String section(String name) {
    return name.substring(0, Math.max(name.indexOf('.', PREFIX.length()) + 1, PREFIX.length()));
  }
}
