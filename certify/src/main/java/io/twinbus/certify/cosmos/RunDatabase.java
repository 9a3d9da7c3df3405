package io.twinbus.certify.cosmos;

import io.twinbus.certify.run.Belongings;
import io.twinbus.certify.run.RunName;
import io.twinbus.ledger.LedgerSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The database of an account in which a run works: one that the run makes, or, where an identity
 * may make none, one that a person has prepared. Implementations are immutable.
 */
sealed interface RunDatabase permits OwnDatabase, PreparedDatabase {

  /** The container in which the checks work. */
  String CHECKS = "checks";

  /** Request units a second of the whole database. */
  int THROUGHPUT = 400;

  /** The one for a run by what {@code settings} hold: a key may make databases, an identity not. */
  static RunDatabase of(LedgerSettings settings) {
    return settings.key().isPresent()
        ? new OwnDatabase(settings.endpoint())
        : new PreparedDatabase(settings.endpoint(), settings.place().database());
  }

  /** Its name, for {@code run}. */
  String name(RunName run);

  /** What a person types before the first run; empty: nothing. */
  List<String> commands();

  /**
   * Makes it, or makes sure of it, with the container {@value #CHECKS}.
   *
   * @throws Exception when the account refuses or does not answer
   */
  void take(RunName run, AccountBench bench, Belongings belongings) throws Exception;

  /**
   * Makes sure that a ledger of the run's own can be in it; answers why not, or nothing.
   *
   * @throws Exception when the account refuses or does not answer
   */
  Optional<String> takeLedger(RunName run, Instant now, AccountBench bench, Belongings belongings)
      throws Exception;

  /** Where that ledger is, as settings. */
  Map<String, String> ledger(RunName run);

  /** What to do where the account answers HTTP 401 or 403. */
  String refused();

  /** What to do where the account answers HTTP 404. */
  String missing();
}
