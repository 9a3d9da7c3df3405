package io.twinbus.ops.command;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a command that can show a body. */
public final class BodyOptions {

  @Option(
      names = "--body",
      description =
          "Print the body: text, JSON over several lines on a terminal, else hexadecimal. At most"
              + " 64 KiB. The audit container notes it.")
  private boolean body;

  @Option(
      names = "--save",
      paramLabel = "FILE",
      description =
          "Write the whole body to a new file that only you may read. The audit container notes"
              + " it.")
  private @Nullable Path file;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "The reason for looking, which stays on record.")
  private String reason = "";

  @Mixin private OperatorOption operator = new OperatorOption();

  /** Whether to print it. */
  public boolean isShown() {
    return body;
  }

  /** Where to write it; null: nowhere. */
  public @Nullable Path file() {
    return file;
  }

  /** Whether the body itself is asked for. */
  public boolean isAsked() {
    return body || file != null;
  }

  /** The reason; empty when there is none. */
  public String reason() {
    return reason;
  }

  /** Whose look it is. */
  public OperatorOption operator() {
    return operator;
  }
}
