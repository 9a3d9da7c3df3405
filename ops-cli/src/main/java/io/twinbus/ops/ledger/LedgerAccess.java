package io.twinbus.ops.ledger;

import io.twinbus.ledger.Deployment;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.audit.AuditAuthor;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.cosmos.LedgerAccount;
import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.ledger.cosmos.PlainReads;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Opens the ledger that settings name. */
@FunctionalInterface
public interface LedgerAccess {

  /**
   * Opens the ledger; the caller closes it.
   *
   * @throws CommandFailure with one sentence when it cannot be used
   */
  OpenLedger open(FlatSettings settings);

  /**
   * The person whom the access token names that this ledger is opened with; empty where there is no
   * token, or it names none.
   *
   * @throws CommandFailure with one sentence when there is no token to be had
   */
  default Optional<AuditAuthor> person(FlatSettings settings) {
    return Optional.empty();
  }

  /**
   * The access to Cosmos DB, with the checks that every user of the ledger makes. Single records
   * and the leases are read by plain requests; the SDK is started for the rest. Before the first
   * write the ledger must be of the generation that is configured: what only shows goes on without.
   */
  static LedgerAccess cosmos() {
    return cosmos(LedgerIdentity.ofEnvironment());
  }

  /**
   * The same.
   *
   * @param identity what to sign in as where the settings have no key
   */
  static LedgerAccess cosmos(LedgerIdentity identity) {
    return new CosmosAccess(identity);
  }

  /** The access to Cosmos DB. */
  record CosmosAccess(LedgerIdentity identity) implements LedgerAccess {

    @Override
    public OpenLedger open(FlatSettings settings) {
      LedgerSettings ledger = LedgerSettings.from(settings);
      CosmosOptions options =
          CosmosOptions.ofDefaults()
              .withProbe(false)
              .withRetention(Horizon.from(settings).retention(), Horizon.from(settings).explicit());
      Clocks clocks = Clocks.system();
      int generation = LedgerSettings.generation(settings);
      PlainReads plain = started(() -> PlainReads.open(ledger, options, clocks, identity));
      boolean isCompared = started(plain::compareForm);
      return new QuickLedger(
              plain,
              () -> started(() -> opened(ledger, options, clocks, isCompared)),
              full -> checked(() -> full.compareGeneration(generation)),
              ledger.ids())
          .asLedger();
    }

    /** No record is looked for before the form of its name is known to be the ledger's. */
    private CosmosLedger opened(
        LedgerSettings ledger, CosmosOptions options, Clocks clocks, boolean isCompared) {
      CosmosLedger full = CosmosLedger.open(ledger, options, clocks, identity);
      if (!isCompared) {
        try {
          full.compareForm();
        } catch (LedgerStartException e) {
          full.close();
          throw e;
        }
      }
      return full;
    }

    @Override
    public Optional<AuditAuthor> person(FlatSettings settings) {
      return identity.person(LedgerSettings.from(settings));
    }
  }

  private static <T> T started(Supplier<T> start) {
    try {
      return start.get();
    } catch (LedgerStartException e) {
      throw new CommandFailure(exitCode(e), String.valueOf(e.getMessage()), e);
    }
  }

  private static void checked(Runnable check) {
    started(
        () -> {
          check.run();
          return true;
        });
  }

  /**
   * Creates what is missing of the ledger that {@code settings} name, checks it, and makes sure
   * that it is {@code deployment}'s, and of the generation that is configured. Blocks.
   *
   * @throws CommandFailure with one sentence when it cannot be used
   */
  static void create(FlatSettings settings, Deployment deployment, Clocks clocks) {
    CosmosOptions options =
        CosmosOptions.ofDefaults()
            .withCreateIfMissing(true)
            .withRetention(Horizon.from(settings).retention(), Horizon.from(settings).explicit());
    LedgerSettings ledger = LedgerSettings.from(settings);
    try (CosmosLedger created = started(() -> CosmosLedger.open(ledger, options, clocks))) {
      checked(
          () -> {
            created.requireDeployment(deployment);
            created.requireGeneration(LedgerSettings.generation(settings));
          });
    }
  }

  /**
   * Has the ledger that {@code settings} name be {@code deployment}'s, whosever it was. Blocks.
   *
   * @throws CommandFailure with one sentence when it cannot be used
   */
  static void adopt(FlatSettings settings, Deployment deployment, Clocks clocks) {
    CosmosOptions options =
        CosmosOptions.ofDefaults()
            .withProbe(false)
            .withRetention(Horizon.from(settings).retention(), Horizon.from(settings).explicit());
    LedgerSettings ledger = LedgerSettings.from(settings);
    try (CosmosLedger found = started(() -> CosmosLedger.open(ledger, options, clocks))) {
      checked(
          () -> {
            found.compareGeneration(LedgerSettings.generation(settings));
            found.adopt(deployment);
          });
    }
  }

  /**
   * The account of the ledger that {@code settings} name. Blocks.
   *
   * @throws CommandFailure with one sentence when it does not answer
   */
  static LedgerAccount account(FlatSettings settings, Clocks clocks) {
    LedgerSettings ledger = LedgerSettings.from(settings);
    return started(() -> LedgerAccount.connect(ledger, clocks, LedgerIdentity.ofEnvironment()));
  }

  /**
   * The regions of {@code account} that a client of this machine reads from. Blocks.
   *
   * @throws CommandFailure with one sentence when none answers
   */
  static Set<String> readingRegions(LedgerAccount account) {
    return started(() -> account.readingRegions(CosmosOptions.ofDefaults()));
  }

  private static ExitCode exitCode(LedgerStartException failure) {
    return switch (failure.reason()) {
      case PLAIN_HTTP -> ExitCode.USAGE;
      case WEAK_CONSISTENCY, SEVERAL_WRITE_REGIONS, STALE_WRITE_ACCEPTED -> ExitCode.UNHEALTHY;
      default -> ExitCode.FAILURE;
    };
  }
}
