package io.twinbus.rehearsal.command;

import io.twinbus.rehearsal.input.FieldNames;
import io.twinbus.rehearsal.input.InputException;
import io.twinbus.rehearsal.input.MessageSource;
import io.twinbus.rehearsal.input.NdjsonFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name an input file and its fields, alike in every command that sends. */
final class InputOptions {

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description =
          "Messages, one JSON object a line, packed when the name ends in .gz; the whole line is the"
              + " body.")
  private @Nullable Path file;

  @Option(
      names = "--session-field",
      paramLabel = "NAME",
      defaultValue = "session",
      description = "Field that holds the session id (default: ${DEFAULT-VALUE}).")
  private String sessionField = FieldNames.DEFAULT.session();

  @Option(
      names = "--id-field",
      paramLabel = "NAME",
      defaultValue = "id",
      description = "Field that holds the message id (default: ${DEFAULT-VALUE}).")
  private String idField = FieldNames.DEFAULT.id();

  FieldNames fields() {
    return new FieldNames(sessionField, idField);
  }

  boolean isGiven() {
    return file != null;
  }

  /**
   * Opens the file.
   *
   * @throws InputException when none is named, or it cannot be read
   */
  MessageSource open() {
    if (file == null) {
      throw new InputException("Name the messages to send with --input FILE.");
    }
    return NdjsonFile.open(file, fields());
  }
}
