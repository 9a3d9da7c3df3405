package io.twinbus.rehearsal.integration;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.sink.AppliedFile;
import io.twinbus.rehearsal.sink.AppliedEffect;
import io.twinbus.rehearsal.sink.EffectLog;
import io.twinbus.rehearsal.sink.AnswerGate;
import io.twinbus.rehearsal.sink.Sink;
import io.twinbus.rehearsal.sink.Upset;
import io.twinbus.rehearsal.sink.Upsets;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SinkTest {

  @TempDir private Path directory;

  private final HttpClient http = HttpClient.newHttpClient();
  private final AnswerGate gate = new AnswerGate();
  private final Upsets upsets = new Upsets();
  private AppliedFile applied;
  private EffectLog log;
  private Sink sink;

  @BeforeEach
  void start() throws IOException {
    applied = AppliedFile.create(directory.resolve("applied.ndjson"));
    log = new EffectLog(Clocks.system(), applied);
    sink = Sink.start(log, gate, upsets);
  }

  @AfterEach
  void stop() {
    sink.close();
  }

  @Test
  void aCallBecomesAnEffectWithItsIdsDecoded() throws Exception {
    int status = call("east-1", "gr%C3%B6%C3%9Fe%20100%25", "m%221", 7);

    assertThat(status).isEqualTo(204);
    AppliedEffect effect = log.effects().get(0);
    assertThat(effect.call().session()).isEqualTo("größe 100%");
    assertThat(effect.call().id()).isEqualTo("m\"1");
    assertThat(effect.call().claim().token()).isEqualTo(7);
    assertThat(effect.call().caller().process()).isEqualTo("east-1");
    assertThat(effect.call().body().utf8()).isEqualTo("bödy");
  }

  @Test
  void anOlderTokenIsFencedAndAppliesNothing() throws Exception {
    call("east-1", "a", "1", 7);
    call("west-1", "a", "1", 8);

    int zombie = call("east-1", "a", "1", 7);
    int otherSession = call("east-1", "b", "1", 7);

    assertThat(zombie).isEqualTo(412);
    assertThat(otherSession).isEqualTo(204);
    assertThat(log.size()).isEqualTo(3);
    assertThat(log.fenced()).isEqualTo(1);
    assertThat(log.overlaps()).isZero();
  }

  @Test
  void whatIsNoHandlerCallIsRefused() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(sink.addressFor("x")).POST(BodyPublishers.ofString("{}")).build();

    assertThat(http.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(400);
    assertThat(log.size()).isZero();
  }

  @Test
  void aClosedGateHoldsAnswersOfItsProcessesOnly() throws Exception {
    CompletableFuture<String> firstHeld = gate.close(Set.of("east-1"));
    CompletableFuture<HttpResponse<Void>> held =
        http.sendAsync(request("east-1", "a", "1", 7), BodyHandlers.discarding());
    firstHeld.get(60, SECONDS);

    assertThat(call("west-1", "b", "1", 7)).isEqualTo(204);
    assertThat(held).isNotDone();
    assertThat(gate.held()).isEqualTo(1);
    assertThat(log.size()).isEqualTo(2);

    gate.open();
    assertThat(held.get(60, SECONDS).statusCode()).isEqualTo(204);
    assertThat(gate.held()).isZero();
  }

  @Test
  void twoOpenCallsOfASessionUnderOneTokenAreCounted() throws Exception {
    CompletableFuture<String> firstHeld = gate.close(Set.of("east-1"));
    CompletableFuture<HttpResponse<Void>> held =
        http.sendAsync(request("east-1", "a", "1", 7), BodyHandlers.discarding());
    firstHeld.get(60, SECONDS);

    call("west-1", "a", "2", 7);
    gate.open();
    held.get(60, SECONDS);

    assertThat(log.overlaps()).isEqualTo(1);
  }

  @Test
  void theAppliedFileHasOneLineAnEffectInOrder() throws Exception {
    call("east-1", "gr%C3%B6%C3%9Fe", "1", 7);
    call("east-1", "gr%C3%B6%C3%9Fe", "2", 7);
    applied.close();

    assertThat(Files.readAllLines(directory.resolve("applied.ndjson")))
        .hasSize(2)
        .first()
        .asString()
        .startsWith(
            "{\"session\":\"größe\",\"id\":\"1\",\"attempt\":1,\"token\":7,\"stream\":\"s\","
                + "\"region\":\"east\",\"instance\":\"i-1\",\"at\":\"");
  }

  @Test
  void aCallMayFailBeforeItsEffectOrAfterItAndNoMessageMoreThanThrice() throws Exception {
    upsets.begin(List.of(Upset.FAILS_BEFORE_EFFECT), 1, 1);
    assertThat(call("east-1", "a", "1", 7)).isEqualTo(500);
    assertThat(log.size()).isZero();

    upsets.begin(List.of(Upset.FAILS_AFTER_EFFECT), 1, 1);
    assertThat(call("east-1", "a", "1", 7)).isEqualTo(500);
    assertThat(log.size()).isEqualTo(1);
    assertThat(call("east-1", "a", "1", 7)).isEqualTo(500);

    assertThat(call("east-1", "a", "1", 7)).isEqualTo(204);
    assertThat(upsets.end()).containsExactly("a");
  }

  @Test
  void aCallThatHangsTakesItsEffectWhenItIsLetGoAndIsFencedWhenItIsTooLate() throws Exception {
    upsets.begin(List.of(Upset.HANGS_BEFORE_EFFECT), 1, 1);
    CompletableFuture<HttpResponse<Void>> late =
        http.sendAsync(request("east-1", "a", "1", 7), BodyHandlers.discarding());
    CompletableFuture<HttpResponse<Void>> inTime =
        http.sendAsync(request("east-1", "b", "1", 7), BodyHandlers.discarding());
    await().atMost(Duration.ofSeconds(60)).until(() -> upsets.held() == 2);
    upsets.begin(List.of(Upset.HANGS_AFTER_EFFECT), 1, 1);
    CompletableFuture<HttpResponse<Void>> answered =
        http.sendAsync(request("west-1", "a", "1", 8), BodyHandlers.discarding());
    await().atMost(Duration.ofSeconds(60)).until(() -> log.size() == 1);

    upsets.end();

    assertThat(late.get(60, SECONDS).statusCode()).isEqualTo(412);
    assertThat(inTime.get(60, SECONDS).statusCode()).isEqualTo(204);
    assertThat(answered.get(60, SECONDS).statusCode()).isEqualTo(204);
    assertThat(log.effects().stream().map(effect -> effect.call().session()))
        .containsExactly("a", "b");
  }

  private int call(String process, String session, String id, long token) throws Exception {
    return http.send(request(process, session, id, token), BodyHandlers.discarding()).statusCode();
  }

  private HttpRequest request(String process, String session, String id, long token) {
    return HttpRequest.newBuilder(sink.addressFor(process))
        .header("ce-subject", session)
        .header("ce-id", id)
        .header("Twinbus-Token", Long.toString(token))
        .header("Twinbus-Attempt", "1")
        .header("Twinbus-Stream", "s")
        .header("Twinbus-Sequence", "1")
        .header("Twinbus-Region", "east")
        .header("Twinbus-Instance", "i-1")
        .POST(BodyPublishers.ofString("bödy"))
        .build();
  }
}
