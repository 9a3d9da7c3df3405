package io.twinbus.ledger.cosmos;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.ThroughputProperties;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.LedgerExamination.Finding;
import io.twinbus.ledger.cosmos.LedgerExamination.Grade;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.protocol.time.Clocks;
import java.time.Duration;
import java.time.Instant;

/**
 * Compares the throughput of the leases' container with what its instances need: a container that
 * answers beats with 429 costs instances their leases. Blocks.
 */
final class LeaseThroughput {

  /** What an instance's beats, vitals and reads of the others cost at most, in request units. */
  static final int UNITS_AN_INSTANCE = 15;

  private static final String CHECK = "lease throughput";

  /** Leases of instances that have ended stay on record for longer than that. */
  private static final Duration LATELY = Duration.ofMinutes(1);

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Clients clients;
  private final LedgerSettings settings;
  private final CosmosOptions options;
  private final Clocks clocks;

  LeaseThroughput(Clients clients, LedgerSettings settings, CosmosOptions options, Clocks clocks) {
    this.clients = clients;
    this.settings = settings;
    this.options = options;
    this.clocks = clocks;
  }

  Finding examine() {
    try {
      CosmosAsyncContainer container = CosmosLedger.leases(clients, settings).get();
      return judge(given(container), instances());
    } catch (CosmosException e) {
      return skipped("the account answers HTTP " + e.getStatusCode());
    } catch (IllegalStateException e) {
      return skipped("the account has not answered for " + PATIENCE.toSeconds() + " s");
    }
  }

  private static Finding skipped(String why) {
    return new Finding(
        CHECK,
        Grade.SKIPPED,
        "The throughput of the leases' container cannot be read (%s): make sure of %d request units a second for each instance."
            .formatted(why, UNITS_AN_INSTANCE));
  }

  private static int given(CosmosAsyncContainer container) {
    ThroughputProperties found =
        container.readThroughput().blockOptional(PATIENCE).orElseThrow().getProperties();
    return found.getAutoscaleMaxThroughput() > 0
        ? found.getAutoscaleMaxThroughput()
        : found.getManualThroughput();
  }

  private int instances() {
    ContainerCalls calls =
        ContainerCalls.of(
            clients.leases(), CosmosLedger.leases(clients, settings), options, clocks);
    BeatsOutcome beats =
        new CosmosLeaseStore(calls.documents(), calls.queries(), calls.failures())
            .readAll()
            .toCompletableFuture()
            .join();
    Instant lately = clocks.now().wall().minus(LATELY);
    return beats instanceof BeatsOutcome.Found found
        ? (int) found.beats().stream().filter(beat -> beat.at().isAfter(lately)).count()
        : 0;
  }

  static Finding judge(int units, int instances) {
    int needed = UNITS_AN_INSTANCE * instances;
    return units >= needed
        ? new Finding(
            CHECK,
            Grade.GOOD,
            "%,d request units a second for the leases of %d instances."
                .formatted(units, instances))
        : new Finding(
            CHECK,
            Grade.WARNING,
            "%,d request units a second for the leases of %d instances, which need %,d: give the leases' container more, or instances lose their leases."
                .formatted(units, instances, needed));
  }
}
