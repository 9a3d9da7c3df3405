package io.twinbus.ops.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that nobody else may read holds all that was written, or says why not. */
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
        .startsWith("größer\n".getBytes(java.nio.charset.StandardCharsets.UTF_8))
        .endsWith(1, 2, 3)
        .hasSize(12);
  }

  @Test
  void aFileThatExistsIsRefusedAndLeftAsItIs() throws IOException {
    Path path = directory.resolve("letters");
    Files.writeString(path, "of somebody else");

    assertThatExceptionOfType(CommandFailure.class)
        .isThrownBy(() -> PrivateFile.create(path))
        .withMessage("The file %s exists: name another one.", path)
        .satisfies(failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.USAGE));
    assertThat(path).hasContent("of somebody else");
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
