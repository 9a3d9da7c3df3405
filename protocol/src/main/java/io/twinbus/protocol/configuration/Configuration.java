package io.twinbus.protocol.configuration;

import io.twinbus.protocol.settings.FlatSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a process: a YAML file, and environment variables, which win.
 *
 * <p>The file is the one named, or {@code twinbus.yaml} in the working directory where that exists;
 * no file at all is right when the environment says everything. A value in the file may have
 * placeholders: <code>${NAME}</code> stands for an environment variable or another key, <code>
 * ${NAME:default}</code> for the default where neither is set.
 *
 * <p>Immutable and thread-safe.
 *
 * @param settings the settings below {@code twinbus}. An environment variable that begins with
 *     {@code TWINBUS_} and names no setting is among them under its own name
 * @param others everything else in the file as flat keys
 */
public record Configuration(FlatSettings settings, SortedMap<String, String> others) {

  /** The file that is read when none is named. */
  public static final String DEFAULT_FILE = "twinbus.yaml";

  private static final String OURS = "twinbus.";

  /**
   * Reads {@code file} and {@code environment}.
   *
   * @param file the file, or null for {@value #DEFAULT_FILE} if it exists
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for each mistake
   *     in the file's form. What settings cannot have is refused when they are read
   */
  public static Configuration read(@Nullable Path file, Map<String, String> environment) {
    SortedMap<String, String> settings = new TreeMap<>();
    SortedMap<String, String> others = new TreeMap<>();
    file(file).forEach((key, value) -> (key.startsWith(OURS) ? settings : others).put(key, value));
    settings.putAll(EnvironmentVariables.settings(environment));
    Placeholders placeholders = new Placeholders(environment, settings, others);
    SortedMap<String, String> resolved = new TreeMap<>();
    settings.forEach((key, value) -> resolved.put(key, placeholders.resolve(value)));
    return new Configuration(FlatSettings.of(resolved), others);
  }

  /**
   * The settings of {@code file} and {@code environment}, as {@link #read} finds them.
   *
   * @param file the file, or null for {@value #DEFAULT_FILE} if it exists
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for each mistake
   *     in the file's form
   */
  public static FlatSettings load(@Nullable Path file, Map<String, String> environment) {
    return read(file, environment).settings();
  }

  /**
   * Every key of {@code file} with its text as it stands, placeholders included: for a framework
   * that reads the environment and resolves placeholders itself.
   *
   * @param file the file, or null for {@value #DEFAULT_FILE} if it exists
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for each mistake
   *     in the file's form
   */
  public static Map<String, String> file(@Nullable Path file) {
    Path fallback = Path.of(DEFAULT_FILE);
    if (file != null) {
      return YamlFile.read(file);
    }
    return Files.exists(fallback) ? YamlFile.read(fallback) : Map.of();
  }
}
