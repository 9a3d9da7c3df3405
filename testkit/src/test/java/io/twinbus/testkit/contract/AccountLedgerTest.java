package io.twinbus.testkit.contract;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.audit.AuditStore;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.testkit.ledger.contract.AuditStoreContract;
import io.twinbus.testkit.ledger.contract.DirectiveStoreContract;
import io.twinbus.testkit.ledger.contract.LeaseStoreContract;
import io.twinbus.testkit.ledger.contract.LedgerQueriesContract;
import io.twinbus.testkit.ledger.contract.MessageStoreContract;
import io.twinbus.testkit.ledger.contract.SessionStoreContract;
import io.twinbus.testkit.ledger.contract.VitalsStoreContract;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/**
 * The suites against the account that {@value #ENDPOINT} names, with the key in {@value #KEY} or,
 * without one, an Entra ID identity. They create a database {@code twinbus-contract} and leave it.
 * An account that is not Strong, as Microsoft's emulator, is refused unless {@value #ALLOW_WEAK} is
 * {@code true}.
 */
class AccountLedgerTest {

  private static final String ENDPOINT = "TWINBUS_CONTRACT_LEDGER_ENDPOINT";
  private static final String KEY = "TWINBUS_CONTRACT_LEDGER_KEY";
  private static final String ALLOW_WEAK = "TWINBUS_CONTRACT_LEDGER_ALLOW_WEAK";

  private static @Nullable CosmosLedger opened;

  @BeforeAll
  static void open() {
    Map<String, String> environment = System.getenv();
    String endpoint = environment.getOrDefault(ENDPOINT, "");
    if (endpoint.isEmpty()) {
      System.out.println(
          "NOT RUN: the ledger's contract suites on a real account; set " + ENDPOINT + ".");
    }
    assumeTrue(!endpoint.isEmpty(), ENDPOINT + " is not set");
    Optional<Secret> key = Optional.ofNullable(environment.get(KEY)).map(Secret::new);
    boolean allowWeak = Boolean.parseBoolean(environment.get(ALLOW_WEAK));
    LedgerSettings settings =
        new LedgerSettings(
            URI.create(endpoint),
            key,
            LedgerSettings.Place.of("twinbus-contract", "ledger"),
            EntityKey.ofQueue("orders"),
            allowWeak);
    opened =
        CosmosLedger.open(
            settings, CosmosOptions.ofDefaults().withCreateIfMissing(true), Clocks.system());
  }

  @AfterAll
  static void close() {
    if (opened != null) {
      opened.close();
    }
  }

  private static CosmosLedger ledger() {
    if (opened == null) {
      throw new IllegalStateException("The ledger was not opened.");
    }
    return opened;
  }

  @Nested
  class Sessions extends SessionStoreContract {

    @Override
    protected SessionStore store() {
      return ledger().sessions();
    }

    @Override
    protected boolean loseNextReply() {
      return false;
    }

    @Override
    protected boolean loseNextRequest() {
      return false;
    }
  }

  @Nested
  class Messages extends MessageStoreContract {

    @Override
    protected MessageStore store() {
      return ledger().messages();
    }

    @Override
    protected SessionStore sessions() {
      return ledger().sessions();
    }

    @Override
    protected boolean loseNextReply() {
      return false;
    }
  }

  @Nested
  class Leases extends LeaseStoreContract {

    @Override
    protected LeaseStore store() {
      return ledger().instances().leases();
    }

    @Override
    protected boolean loseNextReply() {
      return false;
    }
  }

  @Nested
  class Vitals extends VitalsStoreContract {

    @Override
    protected VitalsStore store() {
      return ledger().instances().vitals();
    }
  }

  @Nested
  class Directives extends DirectiveStoreContract {

    @Override
    protected DirectiveStore store() {
      return ledger().instances().directives();
    }
  }

  @Nested
  class Queries extends LedgerQueriesContract {

    @Override
    protected LedgerQueries queries() {
      return ledger().queries();
    }

    @Override
    protected SessionStore store() {
      return ledger().sessions();
    }
  }

  @Nested
  class Audit extends AuditStoreContract {

    @Override
    protected AuditStore store() {
      return ledger().audit();
    }
  }
}
