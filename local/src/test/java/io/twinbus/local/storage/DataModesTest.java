package io.twinbus.local.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.twinbus.local.storage.DataDirectory.Durability;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may read and write what a stack keeps, on a system with POSIX modes. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no POSIX modes")
class DataModesTest {
  @TempDir private Path parent;

  @Test
  void aNewDirectoryAndAllItsFilesAreForTheirUserAlone() throws IOException {
    Path directory = parent.resolve("a/data");

    keepOne(directory);

    assertThat(mode(directory)).isEqualTo("rwx------");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(DataModesTest::mode)).hasSize(2).containsOnly("rw-------");
    }
  }

  @Test
  void filesOfAnEarlierVersionLoseTheRightsOfOthersAndKeepWhatTheyHold() throws IOException {
    keepOne(parent);
    try (Stream<Path> files = Files.list(parent)) {
      files.forEach(file -> set(file, "rw-r--r--"));
    }

    try (DataDirectory data = open(parent)) {
      assertThat(data.take(data.map("colours"))).containsOnlyKeys("grass");
    }

    try (Stream<Path> files = Files.list(parent)) {
      assertThat(files.map(DataModesTest::mode)).hasSize(2).containsOnly("rw-------");
    }
  }

  @Test
  void aDirectoryThatEveryUserMayWriteToIsRefusedAndNotHeld() {
    set(parent, "rwxrwxrwx");

    assertThatExceptionOfType(DataDirectoryException.class)
        .isThrownBy(() -> open(parent))
        .withMessageContaining("Every user of this machine may write")
        .withMessageContaining("chmod o-w");

    set(parent, "rwxrwxr-x");
    open(parent).close();
  }

  @ParameterizedTest
  @CsvSource({
    "rwxrwxr-x, rw-------, PROTECTED",
    "rwxrwxr-x, rwxrwxrwx, PROTECTED",
    "rwxrwxrwx, rw-------, OPEN",
    "rwxrwxrwx, rwxrwxrwx, UNKNOWN"
  })
  void aVolumeWhoseModesCannotBeSetIsNotRefused(
      String directory, String probe, OwnersFiles.Verdict verdict) {
    assertThat(
            OwnersFiles.verdict(
                PosixFilePermissions.fromString(directory), PosixFilePermissions.fromString(probe)))
        .isEqualTo(verdict);
  }

  private static void keepOne(Path directory) {
    try (DataDirectory data = open(directory)) {
      Changes changes = new Changes();
      changes.put(data.map("colours"), "grass", "green".getBytes(StandardCharsets.UTF_8));
      data.awaitKept(data.write(changes));
    }
  }

  private static DataDirectory open(Path directory) {
    return DataDirectory.open(directory, Durability.PROCESS_KILL);
  }

  private static void set(Path path, String mode) {
    try {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String mode(Path path) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
