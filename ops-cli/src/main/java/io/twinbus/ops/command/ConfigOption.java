package io.twinbus.ops.command;

import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.settings.FlatSettings;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code --config}, alike in every command that reads configuration. */
public final class ConfigOption {

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Configuration file (default: twinbus.yaml if it exists). Environment variables such as"
              + " TWINBUS_LEDGER_KEY win over it.")
  private @Nullable Path file;

  /**
   * The settings of that file and of this process's environment.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for a mistake
   */
  public FlatSettings load() {
    return read(System.getenv()).settings();
  }

  /**
   * That file and {@code environment}.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for a mistake
   */
  public Configuration read(Map<String, String> environment) {
    return Configuration.read(file, environment);
  }

  /** The file, if one was named. */
  public @Nullable Path file() {
    return file;
  }
}
