package io.twinbus.sender.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.sender.disk.JournalDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every implementation of the port must do. */
class JournalFilesContractTest {

  @TempDir static Path directory;
  private static int directories;

  static Stream<Named<JournalFiles>> files() {
    return Stream.of(
        Named.of("in memory", new MemoryFiles()),
        Named.of("in a directory", JournalDirectory.open(directory.resolve("d" + ++directories))));
  }

  @ParameterizedTest
  @MethodSource("files")
  void begins_without_segments_or_note(JournalFiles files) throws IOException {
    try (files) {
      assertThat(files.segments()).isEmpty();
      assertThat(files.note()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void reads_from_anywhere_what_was_appended(JournalFiles files) throws IOException {
    try (files) {
      files.append(7, bytes("abc"));
      files.append(7, bytes("def"));
      files.force(7);

      assertThat(files.size(7)).isEqualTo(6);
      assertThat(read(files, 7, 2, 3)).isEqualTo("cde");
      assertThat(read(files, 7, 4, 9)).isEqualTo("ef");
      assertThat(files.segments()).containsExactly(7L);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void appends_where_it_was_cut_off(JournalFiles files) throws IOException {
    try (files) {
      files.append(1, bytes("abcdef"));
      files.truncate(1, 2);
      files.append(1, bytes("xy"));

      assertThat(read(files, 1, 0, 9)).isEqualTo("abxy");
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void lists_segments_in_order_until_they_are_deleted(JournalFiles files) throws IOException {
    try (files) {
      files.append(10, bytes("b"));
      files.append(9, bytes("a"));
      files.append(11, bytes("c"));
      files.delete(10);

      assertThat(files.segments()).containsExactly(9L, 11L);
      assertThatThrownBy(() -> files.size(10)).isInstanceOf(NoSuchFileException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void replaces_its_note(JournalFiles files) throws IOException {
    try (files) {
      files.note("one");
      files.note("two");

      assertThat(files.note()).contains("two");
    }
  }

  @Test
  void a_directory_belongs_to_one_at_a_time(@TempDir Path shared) throws IOException {
    try (JournalDirectory first = JournalDirectory.open(shared)) {
      assertThat(first.segments()).isEmpty();
      assertThatThrownBy(() -> JournalDirectory.open(shared))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("in use by another sender");
    }
    JournalDirectory.open(shared).close();
  }

  @Test
  void says_when_a_directory_cannot_be_used() {
    assertThatThrownBy(() -> JournalDirectory.open(Path.of("/proc/none/of/this")))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("cannot be used");
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  private static String read(JournalFiles files, long segment, long from, int length)
      throws IOException {
    ByteBuffer into = ByteBuffer.allocate(length);
    files.read(segment, from, into);
    return new String(into.array(), 0, into.position(), UTF_8);
  }
}
