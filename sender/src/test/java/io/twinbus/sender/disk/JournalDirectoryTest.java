package io.twinbus.sender.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.twinbus.sender.journal.JournalException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A directory that another process has. */
class JournalDirectoryTest {

  @TempDir private Path directory;

  @Test
  @Timeout(120)
  void aDirectoryThatAnotherProcessOwnsIsRefusedUntilThatEnds() throws Exception {
    Process other = new ProcessBuilder(owner()).redirectErrorStream(true).start();
    try (BufferedReader said = other.inputReader(StandardCharsets.UTF_8)) {
      assertThat(said.readLine()).isEqualTo(Owner.OWNED);

      assertThatExceptionOfType(JournalException.class)
          .isThrownBy(() -> JournalDirectory.open(directory))
          .withMessageContaining("in use by another sender");
    } finally {
      other.destroyForcibly();
    }

    assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
    JournalDirectory.open(directory).close();
  }

  @Test
  void aNoteThatACrashLeftHalfWayLeavesNothingInTheNext() throws Exception {
    Files.writeString(directory.resolve("note.new"), "a long note of a process that has crashed");
    try (JournalDirectory files = JournalDirectory.open(directory)) {

      files.note("closed");

      assertThat(files.note()).contains("closed");
    }
  }

  private String[] owner() {
    return new String[] {
      Path.of(System.getProperty("java.home"), "bin", "java").toString(),
      "-cp",
      System.getProperty("java.class.path"),
      Owner.class.getName(),
      directory.toString()
    };
  }

  /** Owns a directory until its process is ended. */
  static final class Owner {

    private static final String OWNED = "owned";

    private Owner() {}

    public static void main(String[] arguments) throws IOException {
      try (JournalDirectory owned = JournalDirectory.open(Path.of(arguments[0]))) {
        System.out.println(owned.segments().isEmpty() ? OWNED : "not new");
        var unused = System.in.read();
      }
    }
  }
}
