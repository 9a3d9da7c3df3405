package io.twinbus.certify.cosmos;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosException;
import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.LongTimes;
import io.twinbus.certify.check.Trial;
import io.twinbus.certify.cosmos.AccountBench.Place;
import io.twinbus.certify.run.Belongings;
import io.twinbus.certify.run.Measured;
import io.twinbus.certify.run.Pace;
import io.twinbus.certify.run.RunName;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.cosmos.LedgerAccount;
import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.protocol.time.Clocks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A ledger's account as the place of a run. It touches no database but the run's own.
 *
 * <p>With a key the run makes its database and removes it. With an identity, whose roles cannot
 * make databases, it uses the database {@value #PREPARED}, which a person has made, and removes the
 * items that it created there; the closing run's ledger is in the same database. Not thread-safe.
 */
public final class AccountSite implements AutoCloseable {

  /** The place's name in results. */
  public static final String NAME = "ledger";

  /** The database that is used where the run cannot make one. */
  public static final String PREPARED = PreparedDatabase.NAME;

  private static final List<Check<AccountBench, ?>> CHECKS =
      List.of(
          new ItemExpires(),
          new StrongRead(),
          new StrongAccount(),
          new OneWriteRegion(),
          new CreateConflict(),
          new StaleReplace(),
          new PartitionsApart(),
          new QueryWhole());

  private static final int NOT_FOUND = 404;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final LedgerSettings settings;
  private final Clocks clocks;
  private final LedgerIdentity identity;
  private final List<Check<AccountBench, ?>> checks;
  private final RunDatabase database;
  private @Nullable AccountBench bench;
  private String obstacle = "Nothing was prepared.";

  /**
   * The account that {@code settings} name; connects when it is first asked something.
   *
   * @param identity is asked where {@code settings} have no key
   * @param longTimes of the long checks; empty: without them
   */
  public AccountSite(
      LedgerSettings settings,
      Clocks clocks,
      LedgerIdentity identity,
      Optional<LongTimes> longTimes) {
    this.identity = identity;
    this.checks = checks(longTimes);
    this.settings = settings;
    this.clocks = clocks;
    this.database = RunDatabase.of(settings);
  }

  /**
   * What is tried of the account.
   *
   * @param longTimes of the long checks; empty: without them
   */
  public static List<Assumption> assumptions(Optional<LongTimes> longTimes) {
    return checks(longTimes).stream().map(Check::assumption).toList();
  }

  private static List<Check<AccountBench, ?>> checks(Optional<LongTimes> longTimes) {
    List<Check<AccountBench, ?>> all = new ArrayList<>();
    longTimes.ifPresent(times -> all.add(new TtlPurge(times)));
    all.addAll(CHECKS);
    return all;
  }

  /**
   * What a person types so that an identity can run the checks; empty with a key, which can make
   * databases.
   */
  public List<String> commands() {
    return database.commands();
  }

  /**
   * Removes the databases of runs that are over and have not removed them; answers their names.
   * With an identity there are none.
   *
   * @throws RuntimeException when the account refuses or does not answer
   */
  public List<String> clear(Instant now) {
    if (!(database instanceof OwnDatabase own)) {
      return List.of();
    }
    LedgerAccount account = LedgerAccount.connect(settings, clocks, identity);
    try (CosmosAsyncClient client =
        account.clientIn(account.writeRegions().get(0), CosmosOptions.ofDefaults())) {
      return own.clear(client, now);
    }
  }

  /** The checks, ready to run in a container for {@code run}; or the reason why they cannot. */
  public List<Trial> prepare(RunName run, Belongings belongings, Pace pace) {
    try {
      LedgerAccount account = LedgerAccount.connect(settings, clocks, identity);
      AccountBench opened =
          new AccountBench(account, new Place(database.name(run), RunDatabase.CHECKS), pace);
      bench = opened;
      database.take(run, opened, belongings);
      obstacle = "";
      return checks.stream().<Trial>map(check -> check.on(NAME, opened)).toList();
    } catch (Exception e) {
      String why = whyNot(e);
      obstacle = why;
      return checks.stream().<Trial>map(check -> check.impossible(NAME, why)).toList();
    }
  }

  /** How fast the account answered the checks; nothing where none could ask. */
  public List<Measured> measured() {
    return bench == null ? List.of() : bench.measured();
  }

  /**
   * Makes sure of a ledger for the closing run; answers why there can be none, or nothing. Asked
   * after {@link #prepare}.
   */
  public Optional<String> makeLedger(RunName run, Belongings belongings) {
    AccountBench opened = bench;
    if (opened == null || !obstacle.isEmpty()) {
      return Optional.of("It has no database for its ledger. " + obstacle);
    }
    try {
      return database.takeLedger(run, clocks.now().wall(), opened, belongings);
    } catch (Exception e) {
      return Optional.of(whyNot(e));
    }
  }

  /** Where that ledger is, as settings. */
  public Map<String, String> ledger(RunName run) {
    return database.ledger(run);
  }

  private String whyNot(Exception failure) {
    if (failure instanceof LedgerStartException) {
      return String.valueOf(failure.getMessage());
    }
    int status = failure instanceof CosmosException cosmos ? cosmos.getStatusCode() : 0;
    return switch (status) {
      case UNAUTHORIZED, FORBIDDEN -> database.refused();
      case NOT_FOUND -> database.missing();
      default ->
          "No database could be made at %s (%s): check the key and the account."
              .formatted(
                  settings.endpoint(),
                  status == 0 ? failure.getClass().getSimpleName() : "HTTP " + status);
    };
  }

  @Override
  public void close() {
    if (bench != null) {
      bench.close();
    }
  }
}
