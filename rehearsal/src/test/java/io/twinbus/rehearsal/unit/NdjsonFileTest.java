package io.twinbus.rehearsal.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.rehearsal.input.FieldNames;
import io.twinbus.rehearsal.input.InputException;
import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.input.NdjsonFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NdjsonFileTest {

  @TempDir private Path directory;

  @Test
  void theWholeLineIsTheBody() throws IOException {
    String first = "{ \"id\":\"m 1\", \"session\":\"größe/ä\", \"n\": 1.50 }";
    Path file = write("in.ndjson", first + "\r\n\n{\"session\":\"s\",\"id\":2}");

    List<InputMessage> messages = read(file, FieldNames.DEFAULT).messages();

    assertThat(messages).hasSize(2);
    assertThat(messages.get(0).session().value()).isEqualTo("größe/ä");
    assertThat(messages.get(0).id().value()).isEqualTo("m 1");
    assertThat(messages.get(0).body()).isEqualTo(first);
    assertThat(messages.get(1).id().value()).isEqualTo("2");
    assertThat(messages.get(1).line()).isEqualTo(3);
  }

  @Test
  void gzipIsUnpackedByName() throws IOException {
    Path file = directory.resolve("in.ndjson.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("{\"session\":\"s\",\"id\":\"1\"}\n".getBytes(StandardCharsets.UTF_8));
    }

    assertThat(read(file, FieldNames.DEFAULT).size()).isEqualTo(1);
  }

  @Test
  void fieldsCanHaveOtherNames() throws IOException {
    Path file = write("in.ndjson", "{\"account\":\"a\",\"event\":\"e\"}\n");

    InputMessage message = read(file, new FieldNames("account", "event")).messages().get(0);

    assertThat(message.session().value()).isEqualTo("a");
    assertThat(message.id().value()).isEqualTo("e");
  }

  @Test
  void everyMistakeNamesItsLine() throws IOException {
    String good = "{\"session\":\"s\",\"id\":\"1\"}\n";
    assertMistake(good + "{\"session\":", "Line 2 is no JSON.");
    assertMistake(good + "{\"session\":\"s\",\"id\":\"2\"} x", "Line 2 is no JSON.");
    assertMistake(good + "[1]", "Line 2 is no JSON object.");
    assertMistake(good + "\n{\"id\":\"2\"}", "Line 3 has no field 'session'.");
    assertMistake("{\"session\":\"s\"}", "Line 1 has no field 'id'.");
    assertMistake(
        "{\"session\":null,\"id\":\"2\"}",
        "Line 1: the field 'session' is neither a text nor a whole number.");
    assertMistake("{\"session\":\"\",\"id\":\"2\"}", "Line 1: A session id must not be empty.");
    assertMistake(
        "{\"session\":\"\\ud800\",\"id\":\"2\"}",
        "Line 1: the field 'session' has half a character (an unpaired surrogate).");
    assertMistake(
        "{\"session\":\"%s\",\"id\":\"2\"}".formatted("x".repeat(1025)),
        "Line 1: A session id has at most 1024 characters, this one has 1025:");
    assertMistake("x".repeat(NdjsonFile.MAX_LINE_BYTES + 1), "Line 1 is longer than 245760 bytes");
    assertMistake(good + good, "Line 2 repeats the id '1' of session 's' from line 1");
    assertMistake("\n", "The input holds no message.");
  }

  @Test
  void textThatIsNoUtf8IsRefused() throws IOException {
    Path file = Files.write(directory.resolve("in.ndjson"), new byte[] {'{', (byte) 0xC3, '}'});

    assertThatThrownBy(() -> read(file, FieldNames.DEFAULT))
        .isInstanceOf(InputException.class)
        .hasMessage("Line 1 is not UTF-8 text.");
  }

  @Test
  void unreadableFilesAreNamed() throws IOException {
    Path missing = directory.resolve("missing.ndjson");
    Path notPacked = write("plain.gz", "{}");

    assertThatThrownBy(() -> read(missing, FieldNames.DEFAULT))
        .hasMessage("The input file %s does not exist.", missing);
    assertThatThrownBy(() -> read(directory, FieldNames.DEFAULT))
        .hasMessage("The input file %s is a directory.", directory);
    assertThatThrownBy(() -> read(notPacked, FieldNames.DEFAULT))
        .hasMessage("The input file %s is not packed with gzip.", notPacked);
  }

  private void assertMistake(String content, String sentence) throws IOException {
    Path file = write("bad.ndjson", content);
    assertThatThrownBy(() -> read(file, FieldNames.DEFAULT))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(sentence);
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  private static MessageBatch read(Path file, FieldNames fields) {
    return MessageBatch.of(NdjsonFile.open(file, fields));
  }
}
