package io.twinbus.receiver.app;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.env.PropertySource;
import io.micronaut.context.env.yaml.YamlPropertySourceLoader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.DuplicateKeyException;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Where settings come from, the later ones winning: defaults, the YAML file, the environment, the
 * command line.
 */
final class Configuration {

  private static final Path DEFAULT_FILE = Path.of("twinbus.yaml");

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

  /** Micronaut's loader would write the whole file, keys included, to its log at TRACE. */
  private static final boolean UNLOGGED = false;

  private static final Map<String, Object> ANY_ADMIN_PORT =
      Map.of("twinbus.receiver.admin.port", 0);

  private Configuration() {}

  /**
   * A started context with all settings, without a server yet.
   *
   * @throws UsageException when the file cannot be read
   */
  static ApplicationContext open(CommandLine line) {
    List<PropertySource> sources = new ArrayList<>();
    sources.add(PropertySource.of("twinbus-defaults", DEFAULTS, BELOW_ALL));
    if (line.anyPort()) {
      // Who wants any free port wants no fixed one beside it.
      sources.add(PropertySource.of("any-port", ANY_ADMIN_PORT, BELOW_ALL));
    }
    if (line.config().isPresent()) {
      sources.add(yaml(line.config().get()));
    } else if (Files.exists(DEFAULT_FILE)) {
      sources.add(yaml(DEFAULT_FILE));
    }
    sources.add(PropertySource.of("command-line", line.properties(), ABOVE_ALL));
    return ApplicationContext.builder()
        .banner(false)
        .deduceEnvironment(false)
        .deduceCloudEnvironment(false)
        .propertySources(sources.toArray(PropertySource[]::new))
        .start();
  }

  private static PropertySource yaml(Path file) {
    byte[] text = bytes(file);
    try {
      checkForm(text);
      Map<String, Object> values =
          new YamlPropertySourceLoader(UNLOGGED)
              .read(file.toString(), new ByteArrayInputStream(text));
      return PropertySource.of(file.toString(), values, ABOVE_FILES);
    } catch (IOException | RuntimeException e) {
      throw new UsageException(
          "The configuration file '%s' is no valid YAML: %s".formatted(file, oneLine(e, text)));
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new UsageException("There is no configuration file '%s'.".formatted(file));
    } catch (IOException e) {
      throw new UsageException(
          "The configuration file '%s' cannot be read (%s).".formatted(file, e.getMessage()));
    }
  }

  /** Micronaut's loader takes the last one of keys that are the same, and has no option for it. */
  private static void checkForm(byte[] text) {
    LoaderOptions strict = new LoaderOptions();
    strict.setAllowDuplicateKeys(false);
    for (Object unused :
        new Yaml(new SafeConstructor(strict)).loadAll(new ByteArrayInputStream(text))) {
      // each document is loaded when the loop comes to it
    }
  }

  /** The parser's message spans lines, and repeats the text, which may hold a secret. */
  private static String oneLine(Exception error, byte[] text) {
    if (!(error instanceof MarkedYAMLException at) || at.getProblemMark() == null) {
      return "look at its indentation and quotes.";
    }
    int line = line(at, at.getProblemMark(), text) + 1;
    return at instanceof DuplicateKeyException
        ? "see line %d, %s.".formatted(line, at.getProblem())
        : "see line %d.".formatted(line);
  }

  /** Counted from 0. What the file's end leaves open is to be looked for where it begins. */
  private static int line(MarkedYAMLException error, Mark problem, byte[] text) {
    boolean isBehindTheLast =
        problem.getLine() >= new String(text, StandardCharsets.UTF_8).lines().count();
    Mark context = error.getContextMark();
    return (isBehindTheLast && context != null ? context : problem).getLine();
  }
}
