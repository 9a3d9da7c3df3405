package io.twinbus.ops.ledger;

import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;

/** Opens the ledger that settings name. */
@FunctionalInterface
public interface LedgerAccess {

  /**
   * Opens the ledger; the caller closes it.
   *
   * @throws CommandFailure with one sentence when it cannot be used
   */
  OpenLedger open(FlatSettings settings);

  /** The access to Cosmos DB, with the checks that every user of the ledger makes. */
  static LedgerAccess cosmos() {
    return settings -> {
      try {
        CosmosLedger ledger =
            CosmosLedger.open(
                LedgerSettings.from(settings),
                CosmosOptions.ofDefaults()
                    .withProbe(false)
                    .withRetention(Horizon.from(settings).retention()),
                Clocks.system());
        return new OpenLedger(
            ledger.sessions(),
            ledger.leases(),
            ledger.directives(),
            ledger.queries(),
            () -> ledger.meter().snapshot().requestUnits(),
            ledger::close);
      } catch (LedgerStartException e) {
        throw new CommandFailure(exitCode(e), String.valueOf(e.getMessage()), e);
      }
    };
  }

  /**
   * Creates what is missing of the ledger that {@code settings} name, checks it, and makes sure
   * that it is {@code deployment}'s. Blocks.
   *
   * @throws CommandFailure with one sentence when it cannot be used
   */
  static void create(FlatSettings settings, Deployment deployment, Clocks clocks) {
    CosmosOptions options =
        CosmosOptions.ofDefaults()
            .withCreateIfMissing(true)
            .withRetention(Horizon.from(settings).retention());
    try (CosmosLedger ledger = CosmosLedger.open(LedgerSettings.from(settings), options, clocks)) {
      ledger.requireDeployment(deployment);
    } catch (LedgerStartException e) {
      throw new CommandFailure(exitCode(e), String.valueOf(e.getMessage()), e);
    }
  }

  private static ExitCode exitCode(LedgerStartException failure) {
    return switch (failure.reason()) {
      case PLAIN_HTTP -> ExitCode.USAGE;
      case WEAK_CONSISTENCY, SEVERAL_WRITE_REGIONS, STALE_WRITE_ACCEPTED -> ExitCode.UNHEALTHY;
      default -> ExitCode.FAILURE;
    };
  }
}
