package io.twinbus.ledger;

import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.regex.Pattern;

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

  private static final int MOST_GENERATIONS = 1_000_000;

  /** Stands in for an endpoint that was refused. */
  private static final URI NOWHERE = URI.create("https://nowhere.invalid");

  /** A connection string, or a password in an address: no mistake repeats one. */
  private static final Pattern SECRET = Pattern.compile("[=@]");

  /**
   * Reads and checks {@code twinbus.ledger.*}.
   *
   * @throws InvalidSettingException with one sentence for each mistake
   */
  public static LedgerSettings from(FlatSettings flat) {
    return flat.collect(LedgerSettings::read);
  }

  private static LedgerSettings read(FlatSettings flat) {
    return new LedgerSettings(
        endpoint(flat, flat.required("twinbus.ledger.endpoint", "the Cosmos DB account")),
        flat.text("twinbus.ledger.key").map(Secret::new),
        flat.text("twinbus.ledger.database").orElse("twinbus"),
        flat.text("twinbus.ledger.container").orElse("ledger"),
        flat.flag("twinbus.ledger.allow-weak", false));
  }

  /**
   * Which ledger is meant when there was a restore from a backup: 1 at first, one more after each
   * ({@code twinbus.ledger.generation}, default 1).
   *
   * @throws InvalidSettingException with one sentence when it is none
   */
  public static int generation(FlatSettings flat) {
    return flat.integer("twinbus.ledger.generation", 1, 1, MOST_GENERATIONS);
  }

  private static URI endpoint(FlatSettings flat, String text) {
    try {
      URI endpoint = new URI(text);
      if (endpoint.getHost() != null
          && ("https".equals(endpoint.getScheme()) || "http".equals(endpoint.getScheme()))) {
        return endpoint;
      }
    } catch (URISyntaxException e) {
      // the sentence below says it
    }
    flat.refuse(
        "twinbus.ledger.endpoint",
        "twinbus.ledger.endpoint is %s: give the account's https:// address."
            .formatted(SECRET.matcher(text).find() ? "no address" : "'" + text + "'"));
    return NOWHERE;
  }
}
