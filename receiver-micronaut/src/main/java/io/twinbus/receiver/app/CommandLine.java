package io.twinbus.receiver.app;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the service was started with.
 *
 * @param config the YAML file; empty: {@code twinbus.yaml}, if it is there
 * @param properties what overrides files and environment
 * @param help whether only the usage is wanted
 */
record CommandLine(Optional<Path> config, Map<String, Object> properties, boolean help) {

  static final String USAGE =
      """
      Usage: receiver [--config FILE] [--region NAME] [--port N]
        --config FILE  YAML file with twinbus.* settings (default: twinbus.yaml, if it is there)
        --region NAME  the region to receive from (twinbus.region)
        --port N       port for health and metrics; 0: any free one (default 8080), and for the
                       admin endpoints, too, unless twinbus.receiver.admin.port says otherwise
      Settings can also come from environment variables, as TWINBUS_LEDGER_ENDPOINT.
      """;

  private static final Integer ANY_PORT = -1;
  private static final int MAX_PORT = 65_535;

  /**
   * Reads {@code arguments}.
   *
   * @throws UsageException with one sentence for the first mistake
   */
  static CommandLine parse(String... arguments) {
    Optional<Path> config = Optional.empty();
    Map<String, Object> properties = new LinkedHashMap<>();
    for (int i = 0; i < arguments.length; i += 2) {
      String option = arguments[i];
      if (option.equals("--help") || option.equals("-h")) {
        return new CommandLine(config, properties, true);
      }
      if (!option.equals("--config") && !option.equals("--region") && !option.equals("--port")) {
        throw new UsageException(
            "'%s' is no option: give --config, --region or --port.".formatted(option));
      }
      if (i + 1 >= arguments.length) {
        throw new UsageException("%s needs a value.".formatted(option));
      }
      String value = arguments[i + 1];
      switch (option) {
        case "--config" -> config = Optional.of(Path.of(value));
        case "--region" -> properties.put("twinbus.region", value);
        default -> properties.put("micronaut.server.port", port(value));
      }
    }
    return new CommandLine(config, properties, false);
  }

  /** Whether any free port will do. */
  boolean anyPort() {
    return ANY_PORT.equals(properties.get("micronaut.server.port"));
  }

  /** Micronaut's word for any free port is -1. */
  private static int port(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= 0 && port <= MAX_PORT) {
        return port == 0 ? ANY_PORT : port;
      }
    } catch (NumberFormatException e) {
      // the sentence below covers both mistakes
    }
    throw new UsageException("--port is '%s': give a port from 0 to 65535.".formatted(text));
  }
}
