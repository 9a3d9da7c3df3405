package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.protocol.RegionName;
import io.twinbus.receiver.HandlerOutcome;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A region that an operator has emptied: its receivers hand over, and take no work. */
class EvacuationTest {

  @AutoClose private final ReceiverDriver driver = new ReceiverDriver();
  private final MemoryBroker broker = driver.broker;
  private final MemoryLedger ledger = driver.ledger;
  private final List<CompletableFuture<HandlerOutcome>> pending = driver.pending;

  @Test
  void anEvacuatedRegionEndsTheCallInHandHandsOverAndTakesNoWorkUntilItReturns() {
    broker.send("a", 1);
    broker.send("a", 2);
    driver.start(driver::wait);
    await().until(() -> pending.size() == 1);

    ledger.direct(evacuated(ReceiverDriver.EAST));
    await().until(() -> beat().state() == InstanceStats.State.EVACUATING);
    pending.get(0).complete(new HandlerOutcome.Completed());

    await().until(() -> beat().state() == InstanceStats.State.EVACUATED);
    assertThat(driver.status("a")).isEqualTo(SessionStatus.IDLE);
    assertThat(broker.unsettled()).isEqualTo(1);
    assertThat(pending).hasSize(1);
    assertThat(beat().ended()).isEqualTo(1);

    ledger.direct(evacuated());
    await().until(() -> pending.size() == 2);
    await().until(() -> beat().state() == InstanceStats.State.WORKING); // its next beat says so
  }

  @Test
  void aReceiverThatStartsInAnEvacuatedRegionTakesNothing() {
    broker.send("a", 1);
    ledger.direct(evacuated(ReceiverDriver.EAST));

    driver.start(driver::complete);

    await()
        .until(
            () ->
                !ledger.latestVitals().isEmpty()
                    && beat().state() == InstanceStats.State.EVACUATED);
    assertThat(broker.accepts()).isZero();
  }

  private InstanceStats beat() {
    return ledger.latestVitals().get(0).stats();
  }

  private static Directive evacuated(RegionName... regions) {
    TreeMap<RegionName, Directive.Evacuation> evacuated = new TreeMap<>();
    for (RegionName region : regions) {
      evacuated.put(region, new Directive.Evacuation("ann", "a test", Instant.EPOCH));
    }
    return new Directive(evacuated, List.of(), WriteMark.of(new WriteId("d"), Instant.EPOCH));
  }
}
