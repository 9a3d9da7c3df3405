package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.local.LocalStack;
import io.twinbus.local.control.ControlClient;
import io.twinbus.local.control.ControlException;
import io.twinbus.local.control.FaultStats;
import io.twinbus.local.control.LedgerFault;
import io.twinbus.local.control.StackStats;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.EntityCounts;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlTest {
  private static LocalStack stack;
  private static ControlClient control;

  @BeforeAll
  static void start() {
    stack = LocalStack.builder().start();
    control = new ControlClient(stack.controlUrl());
  }

  @AfterEach
  void heal() {
    control.heal();
  }

  @AfterAll
  static void stop() {
    stack.close();
  }

  @Test
  void aRegionRefusesConnectionsUntilItIsRestored() throws IOException {
    control.outage("east", Outage.REFUSE);

    assertThatThrownBy(() -> connect(stack.region("east").port()))
        .isInstanceOf(ConnectException.class);
    connect(stack.region("west").port());

    control.restore("east");
    connect(stack.region("east").port());
  }

  @Test
  void theLedgerRefusesConnectionsUntilAllIsHealed() throws IOException {
    control.ledgerOutage(Outage.REFUSE);

    assertThatThrownBy(() -> connect(stack.ledger().port())).isInstanceOf(ConnectException.class);

    control.heal();
    connect(stack.ledger().port());
  }

  @Test
  void ledgerLatencyDelaysAnAnswer() throws Exception {
    control.ledgerLatency(Duration.ofMillis(120));
    long before = System.nanoTime();

    get(URI.create(stack.ledgerEndpoint() + "/"));

    assertThat(Duration.ofNanos(System.nanoTime() - before))
        .isGreaterThanOrEqualTo(Duration.ofMillis(240));
  }

  @Test
  void statsTellWhatEntitiesHoldAndWhatFaultsDid() {
    int fault =
        control.ledgerFault(
            LedgerFault.dropReply("create").times(3).withProbability(0.5).inPartition("1Z999"));

    StackStats stats = control.stats();

    assertThat(stats.regions()).containsOnlyKeys("east", "west");
    assertThat(stats.region("east").entities())
        .extracting(EntityCounts::entity)
        .containsExactly("orders");
    assertThat(stats.ledger().faults())
        .filteredOn(count -> count.id() == fault)
        .singleElement()
        .satisfies(
            count -> {
              assertThat(count.operations()).containsExactly("create");
              assertThat(count.struck()).isZero();
              assertThat(count.active()).isTrue();
            });
  }

  @Test
  void healEndsFaultsAndKeepsTheirCounts() {
    control.ledgerFault(LedgerFault.refuse("any", 503));

    control.heal();

    assertThat(control.stats().ledger().faults()).isNotEmpty().noneMatch(FaultStats::active);
  }

  @Test
  void anUnknownRegionIsNamedBesideTheKnownOnes() {
    assertThatThrownBy(() -> control.outage("north", Outage.RESET))
        .isInstanceOfSatisfying(ControlException.class, e -> assertThat(e.status()).isEqualTo(404))
        .hasMessageContaining("north")
        .hasMessageContaining("east, west");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "POST; /regions/east/outage; {\"mode\":\"gone\"}; refuse, reset or blackhole",
        "POST; /regions/east/outage; not json; no JSON",
        "PUT; /regions/east/latency; {\"millis\":-1}; millis",
        "PUT; /ledger/latency; {\"millis\":\"10\"}; millis",
        "POST; /ledger/faults; {\"operation\":\"sing\",\"point\":\"after\",\"action\":\"drop\"}; operation",
        "POST; /ledger/faults; {\"operation\":\"create\",\"point\":\"after\",\"action\":\"status-200\"}; 400 to 599",
        "POST; /ledger/faults; {\"action\":\"drop\"}; operation",
        "POST; /ledger/faults; {\"kind\":\"create\"}; nothing else",
        "PATCH; /regions/east/outage; {}; outage, latency"
      })
  void badInputIsRefusedInOneSentence(String verb, String path, String body, String expected)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(stack.controlUrl().resolve(path))
            .method(verb, HttpRequest.BodyPublishers.ofString(body))
            .build();

    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains(expected).doesNotContain("\\n");
  }

  private static void connect(int port) throws IOException {
    new Socket(InetAddress.getLoopbackAddress(), port).close();
  }

  private static void get(URI uri) throws IOException, InterruptedException {
    HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding());
  }
}
