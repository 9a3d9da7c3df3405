package io.twinbus.ledger.cosmos;

import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.ThroughputProperties;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.Saturation;
import io.twinbus.ledger.cosmos.LedgerExamination.Finding;
import io.twinbus.ledger.cosmos.LedgerExamination.Grade;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.protocol.time.Clocks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Compares the throughput of both containers with what is asked of them: what the leases need, and
 * whether receivers are refused writes of session records. Blocks.
 */
final class ThroughputCheck {

  /** What an instance's beats, vitals and reads of the others cost at most, in request units. */
  static final int UNITS_AN_INSTANCE = 15;

  private static final String LEASES = "lease throughput";
  private static final String SESSIONS = "session throughput";
  private static final int PERCENT = 100;
  private static final int BAD_REQUEST = 400;
  private static final String SERVERLESS = "nothing is provisioned in a serverless account";

  /** Leases and vitals of instances that have ended stay on record for longer than that. */
  private static final Duration LATELY = Duration.ofMinutes(1);

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Clients clients;
  private final LedgerSettings settings;
  private final CosmosOptions options;
  private final Clocks clocks;

  ThroughputCheck(Clients clients, LedgerSettings settings, CosmosOptions options, Clocks clocks) {
    this.clients = clients;
    this.settings = settings;
    this.options = options;
    this.clocks = clocks;
  }

  List<Finding> examine() {
    ContainerCalls calls =
        ContainerCalls.of(
            clients.leases(), CosmosLedger.leases(clients, settings), options, clocks);
    Given forLeases = given(CosmosLedger.leases(clients, settings));
    List<Finding> findings = new ArrayList<>(List.of(leases(calls, forLeases), sessions(calls)));
    if (forLeases.isServerless()) {
      findings.add(
          new Finding(
              "serverless",
              Grade.WARNING,
              "The account is serverless: it has one region, no promise of latency for leases to rest on, and 5,000 request units a second for each container. Move to an account with provisioned throughput."));
    }
    return findings;
  }

  private Finding leases(ContainerCalls calls, Given given) {
    BeatsOutcome beats =
        new CosmosLeaseStore(calls.documents(), calls.queries(), calls.failures())
            .readAll()
            .toCompletableFuture()
            .join();
    Instant lately = lately();
    int instances =
        beats instanceof BeatsOutcome.Found found
            ? (int) found.beats().stream().filter(beat -> beat.at().isAfter(lately)).count()
            : 0;
    return given.leases(instances);
  }

  private Finding sessions(ContainerCalls calls) {
    VitalsOutcome vitals =
        new CosmosVitalsStore(calls.documents(), calls.queries())
            .readAll()
            .toCompletableFuture()
            .join();
    Instant lately = lately();
    List<InstanceStats.LedgerPressure> refused =
        vitals instanceof VitalsOutcome.Found found
            ? found.vitals().stream()
                .filter(told -> told.stamp().at().isAfter(lately))
                .map(told -> told.stats().ledger())
                .filter(pressure -> pressure.saturation().isPresent())
                .toList()
            : List.of();
    return given(CosmosLedger.sessions(clients, settings)).sessions(refused);
  }

  private Instant lately() {
    return clocks.now().wall().minus(LATELY);
  }

  private static Given given(OpenContainer container) {
    try {
      ThroughputProperties found =
          container.get().readThroughput().blockOptional(PATIENCE).orElseThrow().getProperties();
      int units =
          found.getAutoscaleMaxThroughput() > 0
              ? found.getAutoscaleMaxThroughput()
              : found.getManualThroughput();
      return new Given(OptionalInt.of(units), "");
    } catch (CosmosException e) {
      return isServerless(e)
          ? unknown(SERVERLESS)
          : unknown("the account answers HTTP " + e.getStatusCode());
    } catch (IllegalStateException e) {
      return unknown("the account has not answered for " + PATIENCE.toSeconds() + " s");
    }
  }

  /** The service has no other way to say it (azure-sdk-for-java#18776). */
  private static boolean isServerless(CosmosException failure) {
    return failure.getStatusCode() == BAD_REQUEST
        && String.valueOf(failure.getMessage()).contains("serverless accounts");
  }

  private static Given unknown(String why) {
    return new Given(OptionalInt.empty(), why);
  }

  /**
   * A container's throughput.
   *
   * @param units request units a second; empty when they cannot be read
   * @param why they cannot
   */
  record Given(OptionalInt units, String why) {

    boolean isServerless() {
      return why.equals(SERVERLESS);
    }

    Finding leases(int instances) {
      if (units.isEmpty()) {
        return new Finding(
            LEASES,
            Grade.SKIPPED,
            "The throughput of the leases' container cannot be read (%s): make sure of %d request units a second for each instance."
                .formatted(why, UNITS_AN_INSTANCE));
      }
      int has = units.getAsInt();
      int needed = UNITS_AN_INSTANCE * instances;
      return has >= needed
          ? new Finding(
              LEASES,
              Grade.GOOD,
              "%,d request units a second for the leases of %d instances."
                  .formatted(has, instances))
          : new Finding(
              LEASES,
              Grade.WARNING,
              "%,d request units a second for the leases of %d instances, which need %,d: give the leases' container more, or instances lose their leases."
                  .formatted(has, instances, needed));
    }

    /**
     * Which sessions suffer, since when, and how much would do, by the receiver that lacks most.
     */
    Finding sessions(List<InstanceStats.LedgerPressure> refused) {
      Optional<InstanceStats.LedgerPressure> worst =
          refused.stream().max(Comparator.comparing(Given::neededPercent));
      if (worst.isEmpty()) {
        return new Finding(SESSIONS, Grade.GOOD, "No receiver's writes are refused (429).");
      }
      Saturation saturation = worst.get().saturation().orElseThrow();
      String advice =
          units.isEmpty()
              ? "give the sessions' container more"
              : String.format(
                  Locale.ROOT,
                  "the sessions' container has %,d a second, give it about %,d",
                  units.getAsInt(),
                  (long) units.getAsInt() * saturation.neededPercent() / PERCENT);
      return new Finding(
          SESSIONS,
          Grade.WARNING,
          "%s refused writes (429) for %d s: %s; %s."
              .formatted(
                  refused.size() == 1
                      ? "A receiver has been"
                      : refused.size() + " receivers have been",
                  saturation.lasts().toSeconds(),
                  saturation.text(worst.get().waiting()),
                  advice));
    }

    private static int neededPercent(InstanceStats.LedgerPressure pressure) {
      return pressure.saturation().map(Saturation::neededPercent).orElse(0);
    }
  }
}
