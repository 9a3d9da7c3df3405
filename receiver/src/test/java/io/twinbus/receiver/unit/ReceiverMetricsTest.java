package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Saturation;
import io.twinbus.ledger.cosmos.operation.OperationCounts;
import io.twinbus.ledger.rules.ClaimDecision;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.bytes.CopyBudget;
import io.twinbus.receiver.health.HandlerReport;
import io.twinbus.receiver.metrics.ReceiverMetrics;
import io.twinbus.receiver.runtime.ReceiverStatus;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReceiverMetricsTest {

  private static final Instant NOON = Instant.parse("2026-11-01T12:00:00Z");
  private static final WorkerIdentity WHO =
      new WorkerIdentity(
          EntityKey.ofQueue("orders"),
          new SessionId("a"),
          new RegionName("east"),
          new InstanceId("i1"));
  private static final WorkerFact.Subject MESSAGE =
      new WorkerFact.Subject(
          new MessageId("m-7"), Optional.of(new Position(new StreamId("s1"), 7, 6)));

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final ReceiverMetrics metrics =
      new ReceiverMetrics(registry, new RegionName("east"), "orders");
  private ReceiverStatus status = status(10, 4, 1);

  @BeforeEach
  void watch() {
    watch(metrics);
  }

  private void watch(ReceiverMetrics metrics) {
    metrics.timed((message, invocation) -> CompletableFuture.failedFuture(new AssertionError()));
    metrics.watch(() -> status, InstantSource.fixed(NOON));
    metrics.watchProcess(() -> status, () -> new OperationCounts(1, 2, 3, 4, 5, 6, 7.5));
  }

  @Test
  void whatAQueueHasForItselfIsTaggedWithItAndWhatQueuesShareIsNot() {
    ReceiverMetrics payments = new ReceiverMetrics(registry, new RegionName("east"), "payments");
    watch(payments);

    assertThat(registry.get("twinbus.handler.up").gauges())
        .extracting(gauge -> gauge.getId().getTag("queue"))
        .containsExactlyInAnyOrder("orders", "payments");
    assertThat(registry.get("twinbus.lease.margin").gauges())
        .singleElement()
        .extracting(gauge -> gauge.getId().getTag("queue"))
        .isNull();
  }

  @Test
  void whatIsScrapedIsInTheReadmeAndNothingElse() throws Exception {
    PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    watch(new ReceiverMetrics(prometheus, new RegionName("east"), "orders"));

    SortedSet<String> scraped = names("(?m)^# TYPE (\\S+)", prometheus.scrape());
    scraped.removeIf(name -> name.endsWith("_max"));

    assertThat(names("(?m)^\\| `(twinbus_[a-z_]+)`", Files.readString(Path.of("README.md"))))
        .isEqualTo(scraped);
  }

  @Test
  void factsAreCounted() {
    report(new WorkerFact.Ended(MESSAGE, EndState.DONE, ""));
    report(new WorkerFact.Ended(MESSAGE, EndState.DONE, ""));
    report(new WorkerFact.Ended(MESSAGE, EndState.DEAD, "for a test"));
    report(new WorkerFact.Claimed(ClaimDecision.Kind.TAKEOVER, 41));
    report(new WorkerFact.DuplicateDropped(MESSAGE));
    report(new WorkerFact.GapReported(new StreamId("s1"), 6, 8));
    report(new WorkerFact.Committed(3));
    report(new WorkerFact.Committed(5));

    assertThat(count("twinbus.messages.ended", "state", "DONE")).isEqualTo(2);
    assertThat(count("twinbus.messages.ended", "state", "DEAD")).isEqualTo(1);
    assertThat(count("twinbus.messages.ended", "state", "SKIPPED")).isZero();
    assertThat(count("twinbus.claims", "kind", "takeover")).isEqualTo(1);
    assertThat(count("twinbus.duplicates.dropped")).isEqualTo(1);
    assertThat(count("twinbus.gaps.reported")).isEqualTo(1);
    assertThat(registry.get("twinbus.commit.messages").summary().mean()).isEqualTo(4);
  }

  @Test
  void theStatusIsMeasuredWhenSomebodyLooks() {
    assertThat(gauge("twinbus.sessions", "state", "active")).isEqualTo(6);
    assertThat(gauge("twinbus.sessions", "state", "parked")).isEqualTo(3);
    assertThat(gauge("twinbus.sessions", "state", "blocked")).isEqualTo(1);
    assertThat(gauge("twinbus.lag")).isEqualTo(90);
    assertThat(gauge("twinbus.lease.margin")).isEqualTo(6);
    assertThat(gauge("twinbus.handler.up")).isZero();
    assertThat(gauge("twinbus.receiver.paused")).isEqualTo(1);
    assertThat(gauge("twinbus.buffered")).isEqualTo(3_000);
    assertThat(gauge("twinbus.buffered.bound")).isEqualTo(4_000);
    assertThat(gauge("twinbus.ledger.limit")).isEqualTo(7);
    assertThat(gauge("twinbus.ledger.waiting")).isEqualTo(3);
    assertThat(gauge("twinbus.ledger.saturated")).isEqualTo(20);
    assertThat(gauge("twinbus.ledger.needed")).isEqualTo(4.5);
    assertThat(gauge("twinbus.region.reachable")).isZero();
    assertThat(gauge("twinbus.ledger.reachable")).isEqualTo(1);

    status = status(2, 0, 0);

    assertThat(gauge("twinbus.sessions", "state", "active")).isEqualTo(2);
  }

  @Test
  void theLedgersOperationsAreCountedByKind() {
    System.gc(); // the registry must not hold what it counts on weakly

    assertThat(ledger("read")).isEqualTo(1);
    assertThat(ledger("replace")).isEqualTo(3);
    assertThat(registry.get("twinbus.ledger.unknowns").functionCounter().count()).isEqualTo(6);
    assertThat(registry.get("twinbus.ledger.request.units").functionCounter().count())
        .isEqualTo(7.5);
  }

  @Test
  void callsAreTimedByWhatCameOfThemAndCanStillBeCancelled() {
    CompletableFuture<HandlerOutcome> out = new CompletableFuture<>();
    SessionHandler timed = metrics.timed((message, invocation) -> out);

    CompletableFuture<HandlerOutcome> call =
        timed
            .handle(Calls.message("a", "m1"), Calls.invocation(Duration.ofSeconds(1)))
            .toCompletableFuture();
    call.cancel(true);
    metrics
        .timed(
            (message, invocation) ->
                CompletableFuture.completedFuture(new HandlerOutcome.Completed()))
        .handle(Calls.message("a", "m2"), Calls.invocation(Duration.ofSeconds(1)));

    assertThat(out).isCancelled();
    assertThat(timer("failed")).isEqualTo(1);
    assertThat(timer("completed")).isEqualTo(1);
  }

  private static SortedSet<String> names(String pattern, String text) {
    SortedSet<String> names = new TreeSet<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  private void report(WorkerFact fact) {
    metrics.facts().on(WHO, fact);
  }

  private double count(String name, String... tags) {
    return registry.get(name).tags(tags).counter().count();
  }

  private double gauge(String name, String... tags) {
    return registry.get(name).tags(tags).gauge().value();
  }

  private double ledger(String operation) {
    return registry
        .get("twinbus.ledger.operations")
        .tag("operation", operation)
        .functionCounter()
        .count();
  }

  private long timer(String outcome) {
    return registry.get("twinbus.handler").tag("outcome", outcome).timer().count();
  }

  private static ReceiverStatus status(int sessions, int parked, int blocked) {
    return new ReceiverStatus(
        new InstanceId("i1"),
        Duration.ofSeconds(6),
        new ReceiverStatus.Load(
            sessions, parked, blocked, Optional.of(NOON.minusSeconds(90)), 5, 12, 40, 3, 0),
        new ReceiverStatus.Turnover(0, 0),
        new HandlerReport(HandlerReport.State.AWAY, new MonotonicTime(0), "", 0),
        Optional.of(
            new Directive.Pause(Directive.Scope.ALL, "ann", "a test", NOON, NOON.plusSeconds(60))),
        new CopyBudget.Held(3_000, 4_000),
        new ReceiverStatus.LedgerLoad(
            7, 3, Optional.of(new Saturation(Duration.ofSeconds(20), List.of(), 450))),
        Optional.of("it does not answer"),
        Optional.empty(),
        Optional.empty());
  }
}
