package io.twinbus.rehearsal.stack;

import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.LedgerKeys;
import io.twinbus.protocol.time.Clocks;
import java.net.URI;
import java.util.Map;

/** Creates the ledger's container in a local stack, as a template does on Azure. */
public final class LedgerContainer {

  /** The container of the leases. */
  public static final String LEASES = place().leases();

  private LedgerContainer() {}

  private static LedgerSettings.Place place() {
    return LedgerSettings.Place.of(
        LedgerKeys.DATABASE.otherwise().orElseThrow(),
        LedgerKeys.CONTAINER.otherwise().orElseThrow());
  }

  /**
   * Creates database and container with their default names.
   *
   * @throws io.twinbus.ledger.cosmos.LedgerStartException when the endpoint is no ledger
   */
  public static void create(URI endpoint, Secret key) {
    LedgerSettings settings =
        LedgerSettings.from(
            FlatSettings.of(
                Map.of(
                    "twinbus.ledger.endpoint", endpoint.toString(),
                    "twinbus.ledger.key", key.reveal(),
                    // the container exists on a weak account, too; it is for users to refuse that
                    "twinbus.ledger.allow-weak", "true")));
    CosmosLedger.open(
            settings, CosmosOptions.ofDefaults().withCreateIfMissing(true), Clocks.system())
        .close();
  }
}
