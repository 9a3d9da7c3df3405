package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.Directive.Scope;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.protocol.RegionName;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.runtime.Receiver;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Receivers that an operator has paused: they end the call in hand, and take no work. */
class PauseTest {

  private static final RegionName WEST = new RegionName("west");
  private static final Instant FAR = Instant.parse("2100-01-01T00:00:00Z");

  @AutoClose private final ReceiverDriver driver = new ReceiverDriver();
  private final MemoryBroker broker = driver.broker;
  private final MemoryLedger ledger = driver.ledger;
  private final List<CompletableFuture<HandlerOutcome>> pending = driver.pending;

  @Test
  void aPausedReceiverCommitsTheCallInHandReleasesAndGoesOnWhenItIsResumed() {
    broker.send("a", 1);
    broker.send("a", 2);
    Receiver receiver = driver.start(driver::wait);
    await().until(() -> pending.size() == 1);

    ledger.direct(paused(Scope.ALL, FAR));
    await().until(() -> stats().state() == InstanceStats.State.PAUSING);
    pending.get(0).complete(new HandlerOutcome.Completed());

    await().until(() -> stats().state() == InstanceStats.State.PAUSED);
    assertThat(driver.status("a")).isEqualTo(SessionStatus.IDLE);
    assertThat(stats().ended()).isEqualTo(1);
    assertThat(pending).hasSize(1);
    assertThat(receiver.status().pause())
        .hasValueSatisfying(pause -> assertThat(pause.by()).isEqualTo("ann"));

    ledger.direct(directive(List.of()));
    await().until(() -> pending.size() == 2);
    await().until(() -> stats().state() == InstanceStats.State.WORKING);
    assertThat(receiver.status().pause()).isEmpty();
  }

  @Test
  void aPauseEndsByItselfAtItsTime() {
    broker.send("a", 1);
    ledger.direct(paused(Scope.ALL, Instant.now().plusSeconds(3)));
    driver.start(driver::complete);
    await().until(this::isPaused);

    await().until(() -> driver.handled.size() == 1);
    await().until(() -> stats().state() == InstanceStats.State.WORKING);
  }

  @Test
  void aPauseOfAnotherRegionOrQueueIsNoneOfTheReceivers() {
    broker.send("a", 1);
    Scope elsewhere = new Scope(null, WEST);
    Scope another = new Scope(EntityKey.ofQueue("another"), ReceiverDriver.EAST);
    ledger.direct(directive(List.of(pause(elsewhere, FAR), pause(another, FAR))));

    driver.start(driver::complete);

    await().until(() -> driver.handled.size() == 1);
  }

  @Test
  void aPauseOfItsQueueInItsRegionIsTheReceivers() {
    ledger.direct(paused(new Scope(ReceiverDriver.QUEUE, ReceiverDriver.EAST), FAR));
    broker.send("a", 1);

    driver.start(driver::complete);

    await().until(this::isPaused);
    assertThat(broker.accepts()).isZero();
  }

  @Test
  void anEvacuationStaysWhenThePauseBesideItEnds() {
    TreeMap<RegionName, Directive.Evacuation> evacuated = new TreeMap<>();
    evacuated.put(ReceiverDriver.EAST, new Directive.Evacuation("bob", "a test", Instant.EPOCH));
    broker.send("a", 1);
    ledger.direct(
        new Directive(evacuated, List.of(pause(Scope.ALL, FAR)), List.of(), List.of(), mark()));
    Receiver receiver = driver.start(driver::complete);
    await().until(() -> receiver.status().pause().isPresent());

    ledger.direct(new Directive(evacuated, List.of(), mark()));
    await().until(() -> receiver.status().pause().isEmpty());

    await()
        .until(
            () ->
                !ledger.latestVitals().isEmpty()
                    && stats().state() == InstanceStats.State.EVACUATED);
    assertThat(broker.accepts()).isZero();
  }

  private boolean isPaused() {
    return !ledger.latestVitals().isEmpty() && stats().state() == InstanceStats.State.PAUSED;
  }

  private InstanceStats stats() {
    return ledger.latestVitals().get(0).stats();
  }

  private static Directive paused(Scope scope, Instant until) {
    return directive(List.of(pause(scope, until)));
  }

  private static Directive.Pause pause(Scope scope, Instant until) {
    return new Directive.Pause(scope, "ann", "a test", Instant.EPOCH, until);
  }

  private static Directive directive(List<Directive.Pause> paused) {
    return new Directive(new TreeMap<>(), paused, List.of(), List.of(), mark());
  }

  private static WriteMark mark() {
    return WriteMark.of(new WriteId("d"), Instant.EPOCH);
  }
}
