package io.twinbus.testkit.contract;

import io.twinbus.ledger.audit.AuditStore;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.testkit.ledger.InMemoryAudit;
import io.twinbus.testkit.ledger.InMemoryLedger;
import io.twinbus.testkit.ledger.contract.AuditStoreContract;
import io.twinbus.testkit.ledger.contract.DirectiveStoreContract;
import io.twinbus.testkit.ledger.contract.LeaseStoreContract;
import io.twinbus.testkit.ledger.contract.LedgerQueriesContract;
import io.twinbus.testkit.ledger.contract.MessageStoreContract;
import io.twinbus.testkit.ledger.contract.SessionStoreContract;
import io.twinbus.testkit.ledger.contract.VitalsStoreContract;
import io.twinbus.testkit.ledger.faults.DropReply;
import io.twinbus.testkit.ledger.faults.DropRequest;
import io.twinbus.testkit.ledger.faults.FaultSchedule;
import io.twinbus.testkit.ledger.faults.FaultyLeaseStore;
import io.twinbus.testkit.ledger.faults.FaultyMessageStore;
import io.twinbus.testkit.ledger.faults.FaultySessionStore;
import org.junit.jupiter.api.Nested;

class InMemoryLedgerTest {

  private final InMemoryAudit audit = new InMemoryAudit();
  private final InMemoryLedger ledger = new InMemoryLedger();
  private final FaultSchedule faults = new FaultSchedule();

  @Nested
  class Sessions extends SessionStoreContract {

    @Override
    protected SessionStore store() {
      return new FaultySessionStore(ledger.sessions(), faults);
    }

    @Override
    protected boolean loseNextReply() {
      faults.strikeWrite(new DropReply());
      return true;
    }

    @Override
    protected boolean loseNextRequest() {
      faults.strikeWrite(new DropRequest());
      return true;
    }
  }

  @Nested
  class Messages extends MessageStoreContract {

    @Override
    protected MessageStore store() {
      return new FaultyMessageStore(ledger.messages(), faults);
    }

    @Override
    protected SessionStore sessions() {
      return ledger.sessions();
    }

    @Override
    protected boolean loseNextReply() {
      faults.strikeWrite(new DropReply());
      return true;
    }
  }

  @Nested
  class Leases extends LeaseStoreContract {

    @Override
    protected LeaseStore store() {
      return new FaultyLeaseStore(ledger.leases(), faults);
    }

    @Override
    protected boolean loseNextReply() {
      faults.strikeWrite(new DropReply());
      return true;
    }
  }

  @Nested
  class Vitals extends VitalsStoreContract {

    @Override
    protected VitalsStore store() {
      return ledger.vitals();
    }
  }

  @Nested
  class Directives extends DirectiveStoreContract {

    @Override
    protected DirectiveStore store() {
      return ledger.directives();
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
      return audit;
    }
  }
}
