package io.twinbus.rehearsal.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.rehearsal.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code twinbus verify} says about files that a user has. */
class VerifyCommandTest {

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void anHonestLogHoldsAndItsRepeatIsExplained() throws IOException {
    Path input = file("in", message("a", 1), message("b", 1), message("a", 2));
    Path log =
        file("log", effect("a", 1, 5), effect("b", 1, 9), effect("a", 1, 6), effect("a", 2, 6));

    int code = verify(input, log, "--explain");

    assertThat(code).isZero();
    assertThat(out.toString())
        .contains("3 sent, 4 effects, 3 applied, 1 repeated.")
        .contains("1 of session 'a' took effect again")
        .contains("No loss, in order, every repeat explained.");
  }

  @Test
  void aLostMessageAndASwapAreFoundInJson() throws IOException {
    Path input = file("in", message("a", 1), message("a", 2), message("a", 3));
    Path log = file("log", effect("a", 2, 5), effect("a", 1, 5));

    int code = verify(input, log, "--output", "json");

    assertThat(code).isEqualTo(1);
    JsonNode json = JsonMapper.builder().build().readTree(out.toString());
    assertThat(json.get("holds").booleanValue()).isFalse();
    assertThat(json.at("/defects/lost").intValue()).isEqualTo(1);
    assertThat(json.at("/defects/out_of_order").intValue()).isEqualTo(1);
    assertThat(json.at("/defects/stranger").intValue()).isZero();
  }

  @Test
  void mistakesInTheFilesAreOneSentence() throws IOException {
    Path input = file("in", message("a", 1));

    assertMistake(
        "Line 2 of the effect log is no JSON.", input, effect("a", 1, 5), "{\"session\":");
    assertMistake("Line 1 of the effect log has no 'token'.", input, message("a", 1));
    assertMistake(
        "Line 1 of the effect log: 'token' is no whole number.",
        input,
        "{\"session\":\"a\",\"id\":\"1\",\"token\":\"5\"}");
    assertMistake(
        "Line 2: session 'a' had a message '1' before.",
        file("twice", message("a", 1), message("a", 1)));
    assertThat(verify(input, directory.resolve("missing"))).isEqualTo(2);
    assertThat(err.toString()).contains("The effect log").contains("does not exist");
  }

  private void assertMistake(String sentence, Path input, String... log) throws IOException {
    err.getBuffer().setLength(0);

    assertThat(verify(input, file("log", log))).isEqualTo(2);

    assertThat(err.toString()).contains(sentence).doesNotContain("Exception");
  }

  private int verify(Path input, Path log, String... more) {
    CommandLine line = TwinbusCli.with(Main.commands());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    List<String> arguments =
        new ArrayList<>(
            List.of("verify", "--input", input.toString(), "--applied", log.toString()));
    arguments.addAll(List.of(more));
    return line.execute(arguments.toArray(String[]::new));
  }

  private Path file(String name, String... lines) throws IOException {
    return Files.write(directory.resolve(name + ".ndjson"), List.of(lines));
  }

  private static String message(String session, int id) {
    return "{\"session\":\"%s\",\"id\":\"%d\"}".formatted(session, id);
  }

  private static String effect(String session, int id, long token) {
    return "{\"session\":\"%s\",\"id\":\"%d\",\"attempt\":1,\"token\":%d,\"region\":\"east\",\"instance\":\"i%d\",\"at\":\"x\"}"
        .formatted(session, id, token, token);
  }
}
