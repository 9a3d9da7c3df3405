package io.twinbus.ledger;

import io.twinbus.protocol.Secret;
import io.twinbus.protocol.ids.RecordedIds;
import io.twinbus.protocol.settings.EntitySettings;
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
 * @param place the database and its containers
 * @param queue the queue or subscription whose records are meant
 * @param allowWeak start on an account that is not Strong ({@code twinbus.ledger.allow-weak},
 *     default false): for development only, order and once-ness are not kept then
 * @param ids the form in which it keeps ids ({@code twinbus.ledger.ids}, default {@code clear})
 */
public record LedgerSettings(
    URI endpoint,
    Optional<Secret> key,
    Place place,
    EntityKey queue,
    boolean allowWeak,
    RecordedIds ids) {

  /** A ledger that keeps clear ids. */
  public LedgerSettings(
      URI endpoint, Optional<Secret> key, Place place, EntityKey queue, boolean allowWeak) {
    this(endpoint, key, place, queue, allowWeak, RecordedIds.CLEAR);
  }

  /**
   * Where in the account the ledger is.
   *
   * <p>Immutable and thread-safe.
   *
   * @param database the database ({@code twinbus.ledger.database}, default {@code twinbus})
   * @param sessions the container of the session records ({@code twinbus.ledger.container}, default
   *     {@code ledger})
   * @param leases the container of the leases ({@code twinbus.ledger.leases}, default the other's
   *     name followed by {@code -leases})
   * @param audit the container of operators' acts and shown bodies ({@code twinbus.ledger.audit},
   *     default the sessions' name followed by {@code -audit})
   */
  public record Place(String database, String sessions, String leases, String audit) {

    private static final String LEASES_SUFFIX = "-leases";
    private static final String AUDIT_SUFFIX = "-audit";

    /** The place with the default names for leases and audit. */
    public static Place of(String database, String sessions) {
      return new Place(database, sessions, sessions + LEASES_SUFFIX, sessions + AUDIT_SUFFIX);
    }

    private static Place from(FlatSettings flat) {
      Place usual = of(flat.get(LedgerKeys.DATABASE), flat.get(LedgerKeys.CONTAINER));
      Place named =
          new Place(
              usual.database,
              usual.sessions,
              flat.find(LedgerKeys.LEASES).orElse(usual.leases),
              flat.find(LedgerKeys.AUDIT).orElse(usual.audit));
      if (named.leases.equals(named.sessions)) {
        flat.refuse(
            LedgerKeys.LEASES,
            "%s names the sessions' container '%s', whose load would make leases late: name another container, or leave it out."
                .formatted(LedgerKeys.LEASES, named.sessions));
      }
      if (named.audit.equals(named.sessions) || named.audit.equals(named.leases)) {
        flat.refuse(
            LedgerKeys.AUDIT,
            "%s names '%s', which holds other records, so that readers could not be given the right to write here alone: name another container, or leave it out."
                .formatted(LedgerKeys.AUDIT, named.audit));
      }
      return named;
    }
  }

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
        Place.from(flat),
        EntityKey.of(EntitySettings.named(flat)),
        flat.get(LedgerKeys.ALLOW_WEAK),
        RecordedIds.from(flat));
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
