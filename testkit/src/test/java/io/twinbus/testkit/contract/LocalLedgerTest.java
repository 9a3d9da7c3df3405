package io.twinbus.testkit.contract;

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
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultRule;
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
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** The suites through the unmodified SDK against the local endpoint. */
class LocalLedgerTest {

  private static CosmosEndpoint endpoint;
  private static CosmosLedger ledger;

  @BeforeAll
  static void open() {
    endpoint = CosmosEndpoint.start(CosmosEndpointOptions.defaults());
    LedgerSettings settings =
        new LedgerSettings(
            URI.create(endpoint.endpoint()),
            Optional.of(new Secret(endpoint.key())),
            LedgerSettings.Place.of("twinbus", "ledger"),
            EntityKey.ofQueue("orders"),
            false);
    ledger =
        CosmosLedger.open(
            settings, CosmosOptions.ofDefaults().withCreateIfMissing(true), Clocks.system());
  }

  @AfterEach
  void heal() {
    endpoint.heal();
  }

  @AfterAll
  static void close() {
    ledger.close();
    endpoint.close();
  }

  private static boolean inject(FaultRule rule) {
    endpoint.inject(rule.forAllWrites());
    return true;
  }

  @Nested
  class Sessions extends SessionStoreContract {

    @Override
    protected SessionStore store() {
      return ledger.sessions();
    }

    @Override
    protected boolean loseNextReply() {
      return inject(FaultRule.dropReply(CosmosOperation.REPLACE));
    }

    @Override
    protected boolean loseNextRequest() {
      return inject(FaultRule.dropRequest(CosmosOperation.REPLACE));
    }
  }

  @Nested
  class Messages extends MessageStoreContract {

    @Override
    protected MessageStore store() {
      return ledger.messages();
    }

    @Override
    protected SessionStore sessions() {
      return ledger.sessions();
    }

    @Override
    protected boolean loseNextReply() {
      return inject(FaultRule.dropReply(CosmosOperation.REPLACE));
    }
  }

  @Nested
  class Leases extends LeaseStoreContract {

    @Override
    protected LeaseStore store() {
      return ledger.instances().leases();
    }

    @Override
    protected boolean loseNextReply() {
      return inject(FaultRule.dropReply(CosmosOperation.REPLACE));
    }
  }

  @Nested
  class Vitals extends VitalsStoreContract {

    @Override
    protected VitalsStore store() {
      return ledger.instances().vitals();
    }
  }

  @Nested
  class Directives extends DirectiveStoreContract {

    @Override
    protected DirectiveStore store() {
      return ledger.instances().directives();
    }
  }

  @Nested
  class Queries extends LedgerQueriesContract {

    @Override
    protected LedgerQueries queries() {
      return ledger.queries();
    }

    @Override
    protected SessionStore store() {
      return ledger.sessions();
    }
  }

  @Nested
  class Audit extends AuditStoreContract {

    @Override
    protected AuditStore store() {
      return ledger.audit();
    }
  }
}
