package io.twinbus.testkit.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import io.twinbus.testkit.ledger.InMemoryLedger;
import io.twinbus.testkit.ledger.contract.SessionStoreContract;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A store that takes outdated writes fails the suite with a sentence that says so. */
class StaleWriteTest {

  @Test
  void theSuiteEndsWithOneSentenceWhereAnOutdatedWriteIsTaken() {
    SuiteOnACarelessStore suite = new SuiteOnACarelessStore();

    assertThatThrownBy(suite::begin)
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("This store has taken a write with an outdated ETag")
        .hasMessageEndingWith("Do not use it as a ledger.");
  }

  /** Not found by the engine: its tests would all fail, as they should. */
  private static final class SuiteOnACarelessStore extends SessionStoreContract {

    private final SessionStore store = new CarelessStore(new InMemoryLedger().sessions());

    void begin() {
      requireThatStaleWritesAreRefused();
    }

    @Override
    protected SessionStore store() {
      return store;
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

  /** Looks at no version. */
  private record CarelessStore(SessionStore store) implements SessionStore {

    @Override
    public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
      return store.read(session);
    }

    @Override
    public CompletionStage<WriteOutcome> create(SessionRecord record) {
      return store.create(record);
    }

    @Override
    public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
      return store
          .read(record.session())
          .thenCompose(
              outcome ->
                  outcome instanceof ReadOutcome.Found<SessionRecord> found
                      ? store.replace(record, found.version())
                      : store.replace(record, version));
    }
  }
}
