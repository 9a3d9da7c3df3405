package io.twinbus.ops.dlq;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.protocol.Body;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A body that an operator has put right, in a file. */
final class BodyFile {

  /** The largest message of a premium namespace: 100 MiB. */
  private static final long MAX_BYTES = 100L * 1_024 * 1_024;

  private BodyFile() {}

  static Body read(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new CommandFailure(
            ExitCode.USAGE,
            "The file %s has %d bytes, and a message carries 100 MiB at most."
                .formatted(file, Files.size(file)));
      }
      return Body.wrap(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "The file %s cannot be read (%s).".formatted(file, e.getClass().getSimpleName()),
          e);
    }
  }
}
