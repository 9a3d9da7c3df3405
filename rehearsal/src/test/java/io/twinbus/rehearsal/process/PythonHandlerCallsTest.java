package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.rehearsal.process.PythonHandler.Refusal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The handler in Python, called by hand: what it answers, and what its log says then. */
class PythonHandlerCallsTest {

  private static final Duration BOUND = Duration.ofSeconds(30);
  private static final String LONG = "x".repeat(4_000);

  @TempDir private Path directory;
  private Path log;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @BeforeEach
  void assumeThereIsPython() throws Exception {
    PythonHandler.assumeIsThere();
    log = directory.resolve("log.ndjson");
  }

  @Test
  void aRepeatHasNoEffectButALineAndAnOlderTokenIsFenced() throws Exception {
    try (PythonHandler handler = PythonHandler.start(log)) {
      assertThat(status(handler, sequenced(1, 1), "one")).isEqualTo(204);
      assertThat(status(handler, sequenced(1, 2), "one")).isEqualTo(204);
      assertThat(status(handler, sequenced(2, 1), "two")).isEqualTo(412);
    }

    try (PythonHandler again = PythonHandler.start(log)) {
      assertThat(status(again, sequenced(2, 1), "two")).isEqualTo(412);
      assertThat(status(again, sequenced(2, 2), "two")).isEqualTo(204);
      assertThat(bodies(again.effects())).containsExactly("one", "two");
      assertThat(again.repeats()).hasSize(1);
      assertThat(again.repeats().get(0).path("token").asInt()).isEqualTo(2);
    }
  }

  @Test
  void aTornLastLineIsCutOffAtTheStartAndItsMessageComesAgain() throws Exception {
    try (PythonHandler handler = PythonHandler.start(log)) {
      assertThat(status(handler, sequenced(1, 1), "one")).isEqualTo(204);
      assertThat(status(handler, sequenced(2, 1), "two")).isEqualTo(204);
    }
    String whole = Files.readString(log);
    Files.writeString(log, whole.substring(0, whole.length() - 10));

    try (PythonHandler again = PythonHandler.start(log)) {
      assertThat(status(again, sequenced(2, 1), "two")).isEqualTo(204);
      assertThat(Files.readString(log)).isEqualTo(whole);
    }
  }

  @Test
  void aForeignMessageHasOneEffectThoughItComesTwice() throws Exception {
    Consumer<HttpRequest.Builder> first = call("f%2F1", 1).andThen(key("/f%252F1/TW1"));
    Consumer<HttpRequest.Builder> second = call("f%2F2", 1).andThen(key("/f%252F2/TW1"));
    try (PythonHandler handler = PythonHandler.start(log)) {
      assertThat(status(handler, first, "one")).isEqualTo(204);
      assertThat(status(handler, second, "two")).isEqualTo(204);
      assertThat(status(handler, first, "one")).isEqualTo(204);
    }

    try (PythonHandler again = PythonHandler.start(log)) {
      assertThat(status(again, second, "two")).isEqualTo(204);
      assertThat(bodies(again.effects())).containsExactly("one", "two");
      assertThat(bodies(again.repeats())).containsExactly("one", "two");
      assertThat(again.effects().get(0).path("id").asText()).isEqualTo("f/1");
    }
  }

  @Test
  void withoutAnIdempotencyKeyTheMessageIdIsTheKey() throws Exception {
    try (PythonHandler handler = PythonHandler.start(log)) {
      assertThat(status(handler, call("f-1", 1), "one")).isEqualTo(204);
      assertThat(status(handler, call("f-1", 1), "one")).isEqualTo(204);
      assertThat(handler.effects()).hasSize(1);
      assertThat(handler.repeats()).hasSize(1);
    }
  }

  @Test
  void aCallThatLacksAHeaderIsToldWhich() throws Exception {
    try (PythonHandler handler = PythonHandler.start(log)) {
      HttpResponse<String> bare = answer(handler, request -> {}, "one");
      assertThat(bare.statusCode()).isEqualTo(400);
      assertThat(bare.body()).isEqualTo("The header ce-subject is missing.\n");
      HttpResponse<String> half =
          answer(handler, call("m-1", 1).andThen(to -> to.header("Twinbus-Stream", "s")), "one");
      assertThat(half.statusCode()).isEqualTo(400);
      assertThat(half.body()).isEqualTo("The header Twinbus-Sequence is missing.\n");
      HttpResponse<String> word =
          answer(handler, sequenced(1, 1).andThen(to -> to.setHeader("Twinbus-Token", "x")), "one");
      assertThat(word.statusCode()).isEqualTo(400);
      assertThat(word.body()).isEqualTo("The header Twinbus-Token is no number above 0.\n");
      assertThat(handler.calls()).isEmpty();
    }
  }

  @Test
  void whatCannotBeWrittenIsAnswered503EachTimeAndLeavesNoHalfLine() throws Exception {
    try (PythonHandler handler = PythonHandler.startWithLittleRoom(log)) {
      assertThat(status(handler, sequenced(1, 1), "one")).isEqualTo(204);
      assertThat(status(handler, sequenced(2, 1), LONG)).isEqualTo(503);
      assertThat(status(handler, sequenced(2, 2), LONG)).isEqualTo(503);
      // The newer claim was seen, though its effect was not written.
      assertThat(status(handler, sequenced(2, 1), "two")).isEqualTo(412);
      assertThat(status(handler, sequenced(2, 2), "two")).isEqualTo(204);
      assertThat(bodies(handler.calls())).containsExactly("one", "two");
    }

    try (PythonHandler again = PythonHandler.start(log)) {
      assertThat(status(again, sequenced(3, 2), LONG)).isEqualTo(204);
      assertThat(bodies(again.calls())).containsExactly("one", "two", LONG);
      assertThat(again.repeats()).isEmpty();
    }
  }

  @Test
  void aSecretThatIsNoneIsOneSentence() throws Exception {
    for (String secret : List.of("", "hello", "whsec_", "whsec_no base64!", "whsec_c2hvcnQ=")) {
      assertThat(PythonHandler.refusal(log, "--secret=" + secret))
          .as(secret)
          .isEqualTo(refused("The secret is not whsec_ and 24 to 64 bytes in base64."));
    }
  }

  @Test
  void aLogThatCannotBeReadIsOneSentence() throws Exception {
    Files.writeString(log, "{\"session\": \"s\"}\n");
    assertThat(PythonHandler.refusal(log))
        .isEqualTo(
            refused("Line 1 of the log " + log + " is none that a handler wrote; mend it first."));
    Files.writeString(log, "no JSON\n{");
    assertThat(PythonHandler.refusal(log).said()).startsWith("Line 1 of the log ").hasLineCount(1);
    assertThat(Files.readString(log)).isEqualTo("no JSON\n{");
  }

  @Test
  void aLogThatCannotBeOpenedIsOneSentence() throws Exception {
    assertThat(PythonHandler.refusal(directory))
        .isEqualTo(refused("The log " + directory + " cannot be opened: Is a directory."));
  }

  @Test
  void aPortInUseIsOneSentenceAndTheLogIsNotTouched() throws Exception {
    Files.writeString(log, "half a line of the handler that has the port");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      Refusal refusal = PythonHandler.refusal(log, "--port", Integer.toString(port));
      assertThat(refusal.code()).isEqualTo(2);
      assertThat(refusal.said())
          .startsWith("The port " + port + " cannot be listened on: ")
          .hasLineCount(1);
    }
    assertThat(log).hasContent("half a line of the handler that has the port");
  }

  private static Refusal refused(String sentence) {
    return new Refusal(2, sentence + System.lineSeparator());
  }

  private static Consumer<HttpRequest.Builder> sequenced(int sequence, int token) {
    return call("m-" + sequence, token)
        .andThen(request -> request.header("Twinbus-Stream", "stream"))
        .andThen(request -> request.header("Twinbus-Sequence", Integer.toString(sequence)))
        .andThen(key("stream/" + sequence + "/TW1"));
  }

  /** What a receiver says of each message; of a foreign one no more than this and the key. */
  private static Consumer<HttpRequest.Builder> call(String id, int token) {
    return request ->
        request
            .header("ce-id", id)
            .header("ce-subject", "TW1")
            .header("Twinbus-Token", Integer.toString(token))
            .header("Twinbus-Region", "east");
  }

  private static Consumer<HttpRequest.Builder> key(String key) {
    return request -> request.header("Idempotency-Key", key);
  }

  private int status(PythonHandler handler, Consumer<HttpRequest.Builder> headers, String body)
      throws IOException, InterruptedException {
    return answer(handler, headers, body).statusCode();
  }

  private HttpResponse<String> answer(
      PythonHandler handler, Consumer<HttpRequest.Builder> headers, String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(handler.url())
            .timeout(BOUND)
            .POST(HttpRequest.BodyPublishers.ofString(body));
    headers.accept(request);
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static List<String> bodies(List<JsonNode> calls) {
    return calls.stream().map(call -> call.path("body").asText()).toList();
  }
}
