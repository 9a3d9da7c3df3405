package io.twinbus.ledger;

import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.LedgerKeys;
import java.net.URI;
import java.util.Optional;

/**
 * Where the ledger is.
 *
 * <p>Immutable and thread-safe.
 *
 * @param endpoint the Cosmos DB account ({@code twinbus.ledger.endpoint}, required)
 * @param key the account key ({@code twinbus.ledger.key}); empty: an Entra ID credential
 * @param database the database ({@code twinbus.ledger.database}, default {@code twinbus})
 * @param container the container ({@code twinbus.ledger.container}, default {@code ledger})
 * @param allowWeak start on an account that is not Strong ({@code twinbus.ledger.allow-weak},
 *     default false): for development only, order and once-ness are not kept then
 */
public record LedgerSettings(
    URI endpoint, Optional<Secret> key, String database, String container, boolean allowWeak) {

  /** Stands in for an endpoint that was refused. */
  private static final URI NOWHERE = URI.create("https://nowhere.invalid");

  /**
   * Reads and checks {@code twinbus.ledger.*}.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for each mistake
   */
  public static LedgerSettings from(FlatSettings flat) {
    return flat.collect(LedgerSettings::read);
  }

  private static LedgerSettings read(FlatSettings flat) {
    return new LedgerSettings(
        flat.required(LedgerKeys.ENDPOINT, NOWHERE),
        flat.find(LedgerKeys.KEY).map(Secret::new),
        flat.get(LedgerKeys.DATABASE),
        flat.get(LedgerKeys.CONTAINER),
        flat.get(LedgerKeys.ALLOW_WEAK));
  }

  /**
   * Which ledger is meant when there was a restore from a backup: 1 at first, one more after each
   * ({@code twinbus.ledger.generation}, default 1).
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence when it is none
   */
  public static int generation(FlatSettings flat) {
    return flat.get(LedgerKeys.GENERATION);
  }
}
