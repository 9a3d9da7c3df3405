package io.twinbus.spring;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.Setting;
import io.twinbus.protocol.settings.SettingCatalogue;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * The {@code twinbus.*} settings of a Spring environment.
 *
 * <p>The sources say which names are set; every value is asked of the environment by its name, so
 * that Spring's rules for precedence and placeholders hold. A name that is no setting is kept, for
 * {@link FlatSettings#refuseUnknown()} to refuse, unless it comes from the process's environment
 * variables or from Java's own properties, which carry more than settings.
 */
public final class SpringSettings {

  private static final String PREFIX = "twinbus.";

  private SpringSettings() {}

  /** The settings of {@code environment}, not checked yet. */
  public static FlatSettings of(ConfigurableEnvironment environment) {
    Map<String, String> values = new TreeMap<>();
    for (PropertySource<?> source : environment.getPropertySources()) {
      if (source instanceof EnumerablePropertySource<?> named) {
        for (String name : named.getPropertyNames()) {
          key(source, name)
              .ifPresent(key -> values.computeIfAbsent(key, k -> value(environment, name)));
        }
      }
    }
    return FlatSettings.of(values);
  }

  private static Optional<String> key(PropertySource<?> source, String name) {
    if (source.getName().equals(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME)) {
      return SettingCatalogue.findVariable(name).map(Setting::name);
    }
    String key = SettingCatalogue.spelled(name);
    boolean isMeant =
        !source.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME)
            || SettingCatalogue.find(key).isPresent();
    return Optional.of(key).filter(ours -> ours.startsWith(PREFIX) && isMeant);
  }

  /** The first source that has a name wins, as everywhere in Spring. */
  private static String value(ConfigurableEnvironment environment, String name) {
    String value = environment.getProperty(name);
    return value == null ? "" : value;
  }
}
