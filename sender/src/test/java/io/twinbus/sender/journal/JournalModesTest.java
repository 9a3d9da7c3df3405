package io.twinbus.sender.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.twinbus.sender.disk.JournalDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Who may read and write a journal's files, on a system with POSIX modes. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no POSIX modes")
class JournalModesTest {

  @TempDir private Path parent;

  @Test
  void aNewDirectoryAndAllItsFilesAreForTheirUserAlone() throws IOException {
    Path directory = parent.resolve("a/journal");
    try (JournalDirectory journal = JournalDirectory.open(directory)) {
      journal.append(1, bytes("abc"));
      journal.note("n");
    }

    assertThat(mode(directory)).isEqualTo("rwx------");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(JournalModesTest::mode)).hasSize(3).containsOnly("rw-------");
    }
  }

  @Test
  void filesOfAnEarlierVersionLoseTheRightsOfOthers() throws IOException {
    Path segment = parent.resolve("0000000001.journal");
    Files.writeString(segment, "abc");
    Files.setPosixFilePermissions(segment, PosixFilePermissions.fromString("rw-r--r--"));

    try (JournalDirectory journal = JournalDirectory.open(parent)) {
      assertThat(journal.size(1)).isEqualTo(3);
    }

    assertThat(mode(segment)).isEqualTo("rw-------");
  }

  @Test
  void aDirectoryThatEverybodyMayWriteToIsRefusedAndNotHeld() throws IOException {
    set(parent, "rwxrwxrwx");

    assertThatExceptionOfType(JournalException.class)
        .isThrownBy(() -> JournalDirectory.open(parent))
        .withMessageContaining("Every user of this machine may write")
        .withMessageContaining("chmod o-w");

    set(parent, "rwxrwxr-x");
    JournalDirectory.open(parent).close();
  }

  private static void set(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private static String mode(Path path) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }
}
