package io.twinbus.receiver.integration;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** An instance that does nothing but beat, so that its claims stand. */
final class LivingOwner implements AutoCloseable {

  private final InstanceId instance = new InstanceId(UUID.randomUUID().toString().replace("-", ""));
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final CosmosLedger ledger;
  private Version version;
  private long beat;

  private LivingOwner(CosmosLedger ledger) throws Exception {
    this.ledger = ledger;
    WriteOutcome created =
        ledger.instances().leases().create(lease()).toCompletableFuture().get(60, TimeUnit.SECONDS);
    this.version = ((WriteOutcome.Written) created).version();
  }

  static LivingOwner of(CosmosLedger ledger) throws Exception {
    LivingOwner owner = new LivingOwner(ledger);
    var unused = owner.timer.scheduleWithFixedDelay(owner::beat, 1, 1, TimeUnit.SECONDS);
    return owner;
  }

  InstanceId instance() {
    return instance;
  }

  private void beat() {
    if (ledger.instances().leases().replace(lease(), version).toCompletableFuture().join()
        instanceof WriteOutcome.Written written) {
      version = written.version();
    }
  }

  private InstanceLease lease() {
    Instant now = Instant.now();
    return new InstanceLease(
        instance, ++beat, WriteMark.of(new WriteId(UUID.randomUUID().toString()), now));
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
