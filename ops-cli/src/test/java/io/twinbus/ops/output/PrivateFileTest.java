package io.twinbus.ops.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@link PrivateFile} writes, who may read it, and which places it refuses. */
class PrivateFileTest {

  @TempDir Path directory;

  @Test
  void onlyItsOwnerMayReadIt() throws IOException {
    assumeThat(directory.getFileSystem().supportedFileAttributeViews()).contains("posix");
    Path path = directory.resolve("letters");

    try (PrivateFile file = PrivateFile.create(path)) {
      file.line("one");
    }

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
  }

  @Test
  void itHoldsWhatWasWrittenInOrderAndCountsIt() throws IOException {
    Path path = directory.resolve("letters");

    try (PrivateFile file = PrivateFile.create(path)) {
      file.line("größer");
      file.write(new byte[] {1, 2, 3});
      file.sync();
      assertThat(file.written()).isEqualTo(9 + 3);
    }

    assertThat(Files.readAllBytes(path))
        .startsWith("größer\n".getBytes(StandardCharsets.UTF_8))
        .endsWith(1, 2, 3)
        .hasSize(12);
  }

  @Test
  void aFileThatExistsIsRefusedAndLeftAsItIs() throws IOException {
    Path path = directory.resolve("letters");
    Files.writeString(path, "written by another program");

    assertThatExceptionOfType(CommandFailure.class)
        .isThrownBy(() -> PrivateFile.create(path))
        .withMessage("The file %s exists: name another one.", path)
        .satisfies(failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.USAGE));
    assertThat(path).hasContent("written by another program");
  }

  @Test
  void aPlaceThatCannotBeWrittenIsNamed() {
    Path path = directory.resolve("missing").resolve("letters");

    assertThatExceptionOfType(CommandFailure.class)
        .isThrownBy(() -> PrivateFile.create(path))
        .withMessage(
            "The file %s cannot be written (NoSuchFileException): name another place.", path)
        .satisfies(failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.FAILURE));
  }

  @Test
  void discardedItIsGone() {
    Path path = directory.resolve("letters");

    try (PrivateFile file = PrivateFile.create(path)) {
      file.line("one");
      file.discard();
    }

    assertThat(path).doesNotExist();
  }
}
