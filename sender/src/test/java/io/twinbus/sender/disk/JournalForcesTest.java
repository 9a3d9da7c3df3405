package io.twinbus.sender.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a journal's directory forces to the disk, as this JVM's flight recorder sees it: a disk that
 * is not told to keep something keeps it as a rule, and loses it with its power.
 */
class JournalForcesTest {

  private static final String SEGMENT = "0000000001.journal";

  @TempDir private Path directory;

  @Test
  void eachDurableCallForcesItsFileAndTheDirectoryThatNamesIt() throws IOException {
    try (JournalDirectory files = JournalDirectory.open(directory)) {
      assertThat(forced(() -> files.append(1, bytes("abc"))))
          .as("the name of a new segment")
          .containsExactly(name());
      assertThat(forced(() -> files.append(1, bytes("def")))).isEmpty();
      assertThat(forced(() -> files.force(1))).containsExactly(SEGMENT);
      assertThat(forced(() -> files.truncate(1, 2))).containsExactly(SEGMENT);
      assertThat(forced(() -> files.note("open")))
          .as("the note, before it takes the place of the other")
          .containsExactly("note.new", name());
      assertThat(forced(() -> files.delete(1))).containsExactly(name());
      assertThat(forced(() -> files.delete(1))).as("it was gone").isEmpty();
    }
  }

  private String name() {
    return String.valueOf(directory.getFileName());
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  /** What a journal does to its disk. */
  private interface DiskCall {
    void carryOut() throws IOException;
  }

  /** The names of what {@code call} forces in the directory, in order. */
  private List<String> forced(DiskCall call) throws IOException {
    Path records = directory.resolveSibling(name() + ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.FileForce").withThreshold(Duration.ZERO).withoutStackTrace();
      recording.start();
      call.carryOut();
      recording.stop();
      recording.dump(records);
    }
    List<String> names = new ArrayList<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(records)) {
      // Other tests in this JVM force files, too; one that is being closed has no name any more.
      String path = event.getString("path");
      if (path != null && Path.of(path).startsWith(directory)) {
        names.add(String.valueOf(Path.of(path).getFileName()));
      }
    }
    return names;
  }
}
