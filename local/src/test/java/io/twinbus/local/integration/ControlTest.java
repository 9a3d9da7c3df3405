package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.local.LocalStack;
import io.twinbus.local.control.ControlClient;
import io.twinbus.local.control.ControlException;
import io.twinbus.local.control.DelayMillis;
import io.twinbus.local.control.FaultStats;
import io.twinbus.local.control.LedgerFault;
import io.twinbus.local.control.RegionFault;
import io.twinbus.local.control.StackFaults;
import io.twinbus.local.control.StackStats;
import io.twinbus.local.cosmos.AccountOptions;
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
import java.nio.charset.StandardCharsets;
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
  void ledgerWritesCanBeMadeLate() {
    int fault = control.ledgerFault(LedgerFault.late("write", 142));

    assertThat(control.stats().ledger().faults())
        .filteredOn(count -> count.id() == fault)
        .singleElement()
        .satisfies(
            count -> {
              assertThat(count.action()).isEqualTo("late-142");
              assertThat(count.operations()).contains("create", "batch").doesNotContain("read");
              assertThat(count.active()).isTrue();
            });
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
  void aFaultOfARegionIsListedWithWhatItDidAndEndsByItsNumber() {
    int fault = control.fault("east", RegionFault.before("send,schedule", "server-busy").times(3));

    assertThat(control.faults().region("east").faults())
        .filteredOn(stats -> stats.id() == fault)
        .singleElement()
        .satisfies(
            stats -> {
              assertThat(stats.operations()).containsExactly("schedule", "send");
              assertThat(stats.action()).isEqualTo("server-busy");
              assertThat(stats.offered()).isZero();
              assertThat(stats.active()).isTrue();
            });
    control.endFault("east", fault);
    assertThat(control.faults().region("east").faults()).noneMatch(FaultStats::active);
    assertThatThrownBy(() -> control.endFault("west", 99))
        .isInstanceOfSatisfying(ControlException.class, e -> assertThat(e.status()).isEqualTo(404))
        .hasMessageContaining("99");
  }

  @Test
  void whatIsBrokenIsToldUntilItIsHealed() {
    control.outage("west", Outage.RESET);
    control.latency("west", new DelayMillis(null, null, 20, 5, 1, 0, 7L));
    control.ledgerFault(LedgerFault.refuse("create", 429).withRetryAfterMillis(500));

    StackFaults broken = control.faults();
    control.heal();
    StackFaults healed = control.faults();

    assertThat(broken.region("west").outage()).isEqualTo("reset");
    assertThat(broken.region("west").latency())
        .isEqualTo(new DelayMillis(null, null, 20, 5, 1, 0, 7L));
    assertThat(broken.ledger().faults()).anyMatch(FaultStats::active);
    assertThat(healed.region("west").outage()).isNull();
    assertThat(healed.region("west").latency().toServer()).isZero();
    assertThat(healed.ledger().faults()).noneMatch(FaultStats::active);
  }

  @Test
  void whatHappensAtOnceAnswersHowManyItStruck() {
    assertThat(control.closeConnections("east")).isZero();
    assertThat(control.detach("east", "orders", null)).isZero();
    assertThat(control.loseLocks("east", "orders", "s1")).isZero();
    assertThat(control.empty("east", null)).isZero();
    assertThat(control.bringBackSettled("east")).isZero();
  }

  @Test
  void theLedgersWriteRegionFailsOverAndAnUnknownOneIsRefused() {
    AccountOptions two = AccountOptions.defaults().withRegions("east", "west");
    try (LocalStack wide = LocalStack.builder().ledgerAccount(two).start()) {
      ControlClient there = new ControlClient(wide.controlUrl());

      there.ledgerFailOver("west");
      assertThat(wide.ledger().regions()).first().isEqualTo("west");
      assertThat(there.forceLedgerFailOver("east")).isZero();
      assertThat(wide.ledger().regions()).first().isEqualTo("east");

      there.ledgerOutage("west", Outage.REFUSE);
      assertThatThrownBy(() -> there.ledgerFailOver("west"))
          .isInstanceOfSatisfying(
              ControlException.class, e -> assertThat(e.status()).isEqualTo(400));
      there.heal();
      there.ledgerFailOver("west");
      assertThatThrownBy(() -> there.ledgerFailOver("north")).hasMessageContaining("east");
    }
  }

  @Test
  void aPartitionIsLostAndWrittenElsewhereUntilTheAccountFailsOver() {
    AccountOptions two = AccountOptions.defaults().withRegions("east", "west");
    try (LocalStack wide = LocalStack.builder().ledgerAccount(two).start();
        Account account = new Account(wide.ledger())) {
      account.container("ledger");
      ControlClient there = new ControlClient(wide.controlUrl());

      there.loseLedgerPartition("ledger", "west");
      assertThatThrownBy(() -> there.failOverLedgerPartition("ledger", "west"))
          .isInstanceOfSatisfying(
              ControlException.class, e -> assertThat(e.status()).isEqualTo(400))
          .hasMessageContaining("does not serve ledger");
      there.restoreLedgerPartition("ledger", "west");
      there.failOverLedgerPartition("ledger", "west");

      assertThat(wide.ledger().writeRegion("ledger")).isEqualTo("west");
      assertThat(wide.ledger().regions()).first().isEqualTo("east");
      there.heal();
      assertThat(wide.ledger().writeRegion("ledger")).isEqualTo("west");
      there.ledgerFailOver("east");
      assertThat(wide.ledger().writeRegion("ledger")).isEqualTo("east");
      assertThatThrownBy(() -> there.loseLedgerPartition("ledgers", "west"))
          .isInstanceOfSatisfying(
              ControlException.class, e -> assertThat(e.status()).isEqualTo(404))
          .hasMessageContaining("ledgers");
      assertThatThrownBy(() -> there.loseLedgerPartition("ledger", "north"))
          .hasMessageContaining("east, west");
    }
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
        "PUT; /ledger/request-units; {\"perSecond\":0}; from 1",
        "PUT; /ledger/request-units; {\"rate\":400}; nothing else",
        "POST; /ledger/faults; {\"operation\":\"sing\",\"point\":\"after\",\"action\":\"drop\"};"
            + " operation",
        "POST; /ledger/faults;"
            + " {\"operation\":\"create\",\"point\":\"after\",\"action\":\"status-200\"}; 400 to"
            + " 599",
        "POST; /ledger/faults; {\"action\":\"drop\"}; operation",
        "POST; /ledger/faults; {\"kind\":\"create\"}; nothing else",
        "PUT; /regions/east/latency; {\"toServer\":60001}; 60000",
        "POST; /regions/east/faults;"
            + " {\"operation\":\"sing\",\"point\":\"after\",\"action\":\"drop\"}; dead-letter",
        "POST; /regions/east/faults;"
            + " {\"operation\":\"send\",\"point\":\"after\",\"action\":\"sing\"}; server-busy",
        "POST; /regions/east/faults;"
            + " {\"operation\":\"peek\",\"point\":\"before\",\"action\":\"lose\"}; cannot befall",
        "POST; /regions/east/faults;"
            + " {\"operation\":\"send\",\"point\":\"before\",\"action\":\"drop\",\"times\":0}; at"
            + " least once",
        "POST; /regions/east/lose-locks; {\"queue\":\"orders\"}; entity and session",
        "DELETE; /regions/east/faults/first; {}; number",
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

  @ParameterizedTest
  @CsvSource({
    "Origin: https://example.org, A web page",
    "Origin: null, A web page",
    "Host: example.org:80, not 'example.org:80'"
  })
  void noWebPageOrdersFaults(String header, String why) throws IOException {
    String answer = raw("POST /regions/east/outage", header, "{\"mode\":\"refuse\"}");

    assertThat(answer).startsWith("HTTP/1.1 403").contains(why);
    connect(stack.region("east").port());
  }

  @Test
  void thisMachineIsAskedByEitherName() throws IOException {
    assertThat(raw("GET /faults", "Host: LOCALHOST:1", "")).startsWith("HTTP/1.1 200");
    assertThat(raw("GET /faults", "Host: 127.0.0.1", "")).startsWith("HTTP/1.1 200");
  }

  private static void connect(int port) throws IOException {
    new Socket(InetAddress.getLoopbackAddress(), port).close();
  }

  private static void get(URI uri) throws IOException, InterruptedException {
    HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding());
  }

  /** An answer to a request with a header that Java's client does not let one set. */
  private static String raw(String request, String header, String body) throws IOException {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), stack.controlUrl().getPort())) {
      socket.setSoTimeout(20_000);
      String host = header.startsWith("Host") ? "" : "Host: localhost\r\n";
      String said =
          "%s HTTP/1.1\r\n%s%s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
              .formatted(request, host, header, body.length(), body);
      socket.getOutputStream().write(said.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
