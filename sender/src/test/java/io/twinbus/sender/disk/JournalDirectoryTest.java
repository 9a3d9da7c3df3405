package io.twinbus.sender.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.twinbus.sender.journal.JournalException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A directory that another process has, and what this one keeps open of its own. */
class JournalDirectoryTest {

  private static final Path OPEN_FILES = Path.of("/proc/self/fd");
  private static final int MEETING = 8;
  private static final int SEGMENTS = 100;

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

  /** Threads that meet at a segment share one open file: another one would stay open for ever. */
  @Test
  @Timeout(60)
  void threadsThatMeetAtASegmentLeaveOneFileOpen() throws Exception {
    assumeThat(OPEN_FILES).as("this system lists a process's open files").isDirectory();
    ExecutorService threads = Executors.newFixedThreadPool(MEETING);
    try (JournalDirectory files = JournalDirectory.open(directory)) {
      for (long segment = 1; segment <= SEGMENTS; segment++) {
        Files.write(Path.of(files.nameOf(segment)), new byte[1]);
        long same = segment;
        CyclicBarrier together = new CyclicBarrier(MEETING);
        List<Future<Long>> sizes = new ArrayList<>();
        for (int n = 0; n < MEETING; n++) {
          sizes.add(
              threads.submit(
                  () -> {
                    together.await();
                    return files.size(same);
                  }));
        }
        for (Future<Long> size : sizes) {
          assertThat(size.get()).isEqualTo(1);
        }
      }

      assertThat(openSegments()).hasSize(SEGMENTS);
    } finally {
      threads.shutdownNow();
    }

    assertThat(openSegments()).isEmpty();
  }

  private List<Path> openSegments() throws IOException {
    List<Path> segments = new ArrayList<>();
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(OPEN_FILES)) {
      for (Path descriptor : descriptors) {
        try {
          segments.add(Files.readSymbolicLink(descriptor));
        } catch (NoSuchFileException e) {
          // closed since it was listed
        }
      }
    }
    Path here = directory.toRealPath();
    segments.removeIf(file -> !file.startsWith(here) || !file.toString().endsWith(".journal"));
    return segments;
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
