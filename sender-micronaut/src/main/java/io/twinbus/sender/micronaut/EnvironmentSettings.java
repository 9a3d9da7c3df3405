package io.twinbus.sender.micronaut;

import io.micronaut.context.env.Environment;
import io.micronaut.context.env.PropertySource;
import io.micronaut.context.env.PropertySource.PropertyConvention;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.SettingNames;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code twinbus.*} settings of a Micronaut environment that a sender reads, as flat keys.
 *
 * <p>Every key is asked for by its name, so that Micronaut's rules for placeholders, precedence and
 * environment variables hold. The names of regions and of the sender's own settings come from the
 * keys that there are, and from variables such as {@code TWINBUS_REGIONS_EAST_CONNECTION_STRING}
 * and {@code TWINBUS_SENDER_MAX_BLOCK}.
 */
final class EnvironmentSettings {

  private static final String REGIONS = "twinbus.regions.";
  private static final String SENDER = "twinbus.sender.";
  private static final Pattern REGION_VARIABLE =
      Pattern.compile("TWINBUS_REGIONS_(.+)_(NAMESPACE|CONNECTION_STRING)");
  private static final Pattern SENDER_VARIABLE = Pattern.compile("TWINBUS_SENDER_(.+)");

  private EnvironmentSettings() {}

  static FlatSettings of(Environment environment) {
    SortedSet<String> keys = new TreeSet<>(SettingNames.SHARED);
    Map<String, String> values = new HashMap<>();
    for (PropertySource source : environment.getPropertySources()) {
      boolean variables = source.getConvention() == PropertyConvention.ENVIRONMENT_VARIABLE;
      for (String name : source) {
        if (variables) {
          addVariable(name, keys);
        } else if (name.startsWith(REGIONS)) {
          addRegion(name.substring(REGIONS.length()).split("\\.", 2)[0], keys);
        } else if (name.startsWith(SENDER)) {
          keys.add(name);
        }
      }
    }
    for (String key : keys) {
      environment.getProperty(key, String.class).ifPresent(value -> values.put(key, value));
    }
    return FlatSettings.of(values);
  }

  private static void addVariable(String name, SortedSet<String> keys) {
    Matcher region = REGION_VARIABLE.matcher(name);
    Matcher setting = SENDER_VARIABLE.matcher(name);
    if (region.matches()) {
      addRegion(hyphenated(region.group(1)), keys);
    } else if (setting.matches()) {
      keys.add(SENDER + hyphenated(setting.group(1)));
    }
  }

  private static void addRegion(String region, SortedSet<String> keys) {
    keys.add(REGIONS + region + ".namespace");
    keys.add(REGIONS + region + ".connection-string");
  }

  private static String hyphenated(String variable) {
    return variable.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
