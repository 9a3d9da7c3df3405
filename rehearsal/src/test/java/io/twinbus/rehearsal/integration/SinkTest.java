package io.twinbus.rehearsal.integration;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.sink.AppliedFile;
import io.twinbus.rehearsal.sink.Effect;
import io.twinbus.rehearsal.sink.EffectLog;
import io.twinbus.rehearsal.sink.Gate;
import io.twinbus.rehearsal.sink.Sink;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SinkTest {

  @TempDir private Path directory;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Gate gate = new Gate();
  private AppliedFile applied;
  private EffectLog log;
  private Sink sink;

  @BeforeEach
  void start() throws IOException {
    applied = AppliedFile.create(directory.resolve("applied.ndjson"));
    log = new EffectLog(Clocks.system(), applied);
    sink = Sink.start(log, gate);
  }

  @AfterEach
  void stop() {
    sink.close();
  }

  @Test
  void aCallBecomesAnEffectWithItsIdsDecoded() throws Exception {
    int status = call("east-1", "gr%C3%B6%C3%9Fe%20100%25", "m%221", 7);

    assertThat(status).isEqualTo(204);
    Effect effect = log.effects().get(0);
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
    firstHeld.get(10, SECONDS);

    assertThat(call("west-1", "b", "1", 7)).isEqualTo(204);
    assertThat(held).isNotDone();
    assertThat(gate.held()).isEqualTo(1);
    assertThat(log.size()).isEqualTo(2);

    gate.open();
    assertThat(held.get(10, SECONDS).statusCode()).isEqualTo(204);
    assertThat(gate.held()).isZero();
  }

  @Test
  void twoOpenCallsOfASessionUnderOneTokenAreCounted() throws Exception {
    CompletableFuture<String> firstHeld = gate.close(Set.of("east-1"));
    CompletableFuture<HttpResponse<Void>> held =
        http.sendAsync(request("east-1", "a", "1", 7), BodyHandlers.discarding());
    firstHeld.get(10, SECONDS);

    call("west-1", "a", "2", 7);
    gate.open();
    held.get(10, SECONDS);

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
            "{\"session\":\"größe\",\"id\":\"1\",\"attempt\":1,\"token\":7,\"region\":\"east\","
                + "\"instance\":\"i-1\",\"at\":\"");
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
        .header("Twinbus-Sequence", "1")
        .header("Twinbus-Region", "east")
        .header("Twinbus-Instance", "i-1")
        .POST(BodyPublishers.ofString("bödy"))
        .build();
  }
}
