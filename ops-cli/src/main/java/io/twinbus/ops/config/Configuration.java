package io.twinbus.ops.config;

import io.twinbus.protocol.settings.FlatSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Configuration as the command line finds it: a YAML file, and environment variables, which win.
 *
 * <p>The file is the one named, or {@code twinbus.yaml} in the working directory where it exists;
 * no file at all is right when the environment says everything.
 */
public final class Configuration {

  /** The file that is read when none is named. */
  public static final String DEFAULT_FILE = "twinbus.yaml";

  private Configuration() {}

  /**
   * The settings of {@code file} with those of {@code environment} over them.
   *
   * @param file the file, or null for {@value #DEFAULT_FILE} if it exists
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for a mistake
   */
  public static FlatSettings load(@Nullable Path file, Map<String, String> environment) {
    Map<String, String> settings = new TreeMap<>();
    Path fallback = Path.of(DEFAULT_FILE);
    if (file != null) {
      settings.putAll(YamlFile.read(file));
    } else if (Files.exists(fallback)) {
      settings.putAll(YamlFile.read(fallback));
    }
    settings.putAll(EnvironmentVariables.settings(environment));
    return FlatSettings.of(settings);
  }
}
