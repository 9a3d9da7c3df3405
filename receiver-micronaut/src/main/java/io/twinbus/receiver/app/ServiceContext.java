package io.twinbus.receiver.app;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.env.PropertySource;
import io.twinbus.protocol.configuration.Configuration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The Micronaut context of the service. Its settings come from, the later ones winning: defaults,
 * the application's own files, the YAML file, the environment, the command line.
 */
final class ServiceContext {

  /** Micronaut's own sources lie from -300 (files) to -100 (system properties). */
  private static final int BELOW_ALL = -1_000;

  private static final int ABOVE_FILES = -299;
  private static final int ABOVE_ALL = 100;

  private static final Map<String, Object> DEFAULTS =
      Map.ofEntries(
          Map.entry("micronaut.server.host", "127.0.0.1"),
          Map.entry("micronaut.server.port", 8080),
          Map.entry("micronaut.netty.event-loops.default.num-threads", 1),
          Map.entry("endpoints.all.enabled", false),
          Map.entry("endpoints.health.enabled", true),
          Map.entry("endpoints.health.sensitive", false),
          Map.entry("endpoints.health.details-visible", "ANONYMOUS"),
          Map.entry("endpoints.health.disk-space.enabled", false),
          Map.entry("endpoints.prometheus.enabled", true),
          Map.entry("endpoints.prometheus.sensitive", false),
          Map.entry("micronaut.metrics.enabled", true),
          Map.entry("micronaut.metrics.export.prometheus.enabled", true),
          Map.entry("micronaut.metrics.binders.web.enabled", false));

  private static final Map<String, Object> ANY_ADMIN_PORT =
      Map.of("twinbus.receiver.admin.port", 0);

  private ServiceContext() {}

  /**
   * A started context with all settings, without a server yet.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException when the file cannot be read
   */
  static ApplicationContext open(CommandLine line) {
    List<PropertySource> sources = new ArrayList<>();
    sources.add(PropertySource.of("twinbus-defaults", DEFAULTS, BELOW_ALL));
    if (line.anyPort()) {
      // Who wants any free port wants no fixed one beside it.
      sources.add(PropertySource.of("any-port", ANY_ADMIN_PORT, BELOW_ALL));
    }
    Map<String, Object> file = new HashMap<>(Configuration.file(line.config().orElse(null)));
    sources.add(PropertySource.of("configuration-file", file, ABOVE_FILES));
    sources.add(PropertySource.of("command-line", line.properties(), ABOVE_ALL));
    return ApplicationContext.builder()
        .banner(false)
        .deduceEnvironment(false)
        .deduceCloudEnvironment(false)
        .propertySources(sources.toArray(PropertySource[]::new))
        .start();
  }
}
