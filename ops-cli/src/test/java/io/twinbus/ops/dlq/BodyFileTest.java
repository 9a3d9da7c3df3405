package io.twinbus.ops.dlq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ops.CommandFailure;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BodyFileTest {

  @TempDir private Path directory;

  @Test
  void aFileLargerThanAMessageIsRefusedUnread() throws IOException {
    Path file = directory.resolve("body");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(100L * 1_024 * 1_024 + 1);
    }

    assertThatThrownBy(() -> BodyFile.read(file))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("has 104857601 bytes, and a message carries 100 MiB at most");
  }

  @Test
  void aFileIsReadAsItIs() throws IOException {
    Path file = Files.write(directory.resolve("body"), new byte[] {1, 0, -1});

    assertThat(BodyFile.read(file).toBytes()).containsExactly(1, 0, -1);
  }
}
