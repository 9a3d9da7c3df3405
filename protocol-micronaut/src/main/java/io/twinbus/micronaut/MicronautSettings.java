package io.twinbus.micronaut;

import io.micronaut.context.env.Environment;
import io.micronaut.context.env.PropertySource;
import io.micronaut.context.env.PropertySource.PropertyConvention;
import io.micronaut.context.env.PropertySourcePropertyResolver;
import io.micronaut.context.env.SystemPropertiesPropertySource;
import io.micronaut.context.exceptions.ConfigurationException;
import io.micronaut.core.convert.ConversionService;
import io.micronaut.core.order.OrderUtil;
import io.micronaut.core.value.PropertyResolver;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.Setting;
import io.twinbus.protocol.settings.SettingCatalogue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The {@code twinbus.*} settings of a Micronaut environment.
 *
 * <p>The sources say which names are set; every value is asked for by its name, so that Micronaut's
 * rules for precedence and placeholders hold. A name that is no setting is kept, for {@link
 * FlatSettings#refuseUnknown()} to refuse, unless it comes from the process's environment variables
 * or from Java's own properties, which carry more than settings.
 */
public final class MicronautSettings {

  private static final boolean UNLOGGED = false;
  private static final String PREFIX = "twinbus.";
  private static final String UNKNOWN = "unknown";

  /** Stands for a value whose placeholder nothing stands for: reading it is a mistake. */
  private static final String UNRESOLVED = "${}";

  private MicronautSettings() {}

  /** The settings of {@code environment}, not checked yet. */
  public static FlatSettings of(Environment environment) {
    Map<String, String> values = new TreeMap<>();
    PropertyResolver resolver = quietly(environment);
    for (PropertySource source : environment.getPropertySources()) {
      for (String name : source) {
        key(source, name).ifPresent(key -> values.put(key, value(resolver, key)));
      }
    }
    return FlatSettings.of(values);
  }

  private static Optional<String> key(PropertySource source, String name) {
    if (source.getConvention() == PropertyConvention.ENVIRONMENT_VARIABLE) {
      return SettingCatalogue.findVariable(name).map(Setting::name);
    }
    String key = SettingCatalogue.spelled(name);
    boolean isMeant =
        !(source instanceof SystemPropertiesPropertySource)
            || SettingCatalogue.find(key).isPresent();
    return Optional.of(key).filter(ours -> ours.startsWith(PREFIX) && isMeant);
  }

  /**
   * A region that has nothing below it has no text: it is a mistake that is named later. What an
   * unknown name is set to does not matter.
   */
  private static String value(PropertyResolver resolver, String key) {
    boolean isKnown = SettingCatalogue.find(key).isPresent();
    try {
      return resolver.getProperty(key, String.class).orElse(isKnown ? "" : UNKNOWN);
    } catch (ConfigurationException e) {
      return UNRESOLVED; // what it says may be in part a secret
    }
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
}
