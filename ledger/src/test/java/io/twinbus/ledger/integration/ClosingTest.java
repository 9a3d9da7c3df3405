package io.twinbus.ledger.integration;

import static io.twinbus.ledger.integration.LocalAccount.await;
import static io.twinbus.ledger.integration.LocalAccount.record;
import static io.twinbus.ledger.integration.LocalAccount.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.audit.AuditFilter;
import io.twinbus.ledger.audit.AuditPage;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.LedgerStartException;
import io.twinbus.ledger.store.PageOutcome;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionErasure;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Clocks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What a ledger gives back when it is closed, and when it could not be opened. */
@Isolated("it looks at the threads of this JVM")
class ClosingTest {

  private static final Duration BOUND = Duration.ofSeconds(30);

  /** The one over which the account was asked what it is; the JDK's client closes it by itself. */
  private static final int OF_THE_FIRST_QUESTION = 1;

  private static final WriteMark MARK = WriteMark.of(new WriteId("w"), Instant.EPOCH);

  @AutoClose
  private final CosmosEndpoint endpoint = CosmosEndpoint.start(CosmosEndpointOptions.defaults());

  @Test
  void aClosedLedgerLeavesNoConnectionAndNoThread() {
    long threads = gatheringThreads();
    try (CosmosLedger ledger = LocalAccount.open(endpoint)) {
      Awaitility.await()
          .atMost(BOUND)
          .until(() -> replaceMany(ledger) && gatheringThreads() > threads);
      written(ledger.instances().leases().create(new InstanceLease(new InstanceId("i"), 1, MARK)));
      assertThat(connections()).isGreaterThan(OF_THE_FIRST_QUESTION);
    }

    Awaitility.await().atMost(BOUND).until(() -> connections() <= OF_THE_FIRST_QUESTION);
    Awaitility.await().atMost(BOUND).until(() -> gatheringThreads() <= threads);
  }

  @Test
  void aLedgerThatCouldNotBeOpenedLeavesNoConnection() {
    assertThat(
            catchThrowableOfType(
                LedgerStartException.class,
                () ->
                    CosmosLedger.open(
                            LocalAccount.settings(endpoint),
                            LocalAccount.CREATING.withCreateIfMissing(false),
                            Clocks.system())
                        .close()))
        .hasMessageContaining("has no container");

    Awaitility.await().atMost(BOUND).until(() -> connections() <= OF_THE_FIRST_QUESTION);
  }

  @Test
  void nothingIsAskedAndNothingIsWrittenThroughAClosedLedger() {
    CosmosLedger closed = LocalAccount.open(endpoint);
    SessionId session = new SessionId("s");
    closed.close();
    long requests = endpoint.counts().reads() + endpoint.counts().writes();

    assertThat(await(closed.sessions().replace(record(SessionStatus.IDLE), new Version("\"1\""))))
        .isInstanceOf(WriteOutcome.Unknown.class);
    assertThat(await(closed.messages().read(session, MessageKey.of(new MessageId("m")))))
        .isInstanceOf(ReadOutcome.Unknown.class);
    assertThat(await(closed.queries().list(SessionFilter.ALL, 1, Optional.empty())))
        .isInstanceOf(PageOutcome.Unknown.class);
    assertThat(await(closed.erasure().erase(session, MARK)))
        .isInstanceOf(SessionErasure.Outcome.Unknown.class);
    assertThat(await(closed.instances().directives().read()))
        .isInstanceOf(ReadOutcome.Unknown.class);
    assertThat(await(closed.instances().vitals().readAll()))
        .isInstanceOf(VitalsOutcome.Unknown.class);
    AuditFilter all = AuditFilter.between(Instant.EPOCH, Instant.EPOCH.plusSeconds(1));
    assertThat(await(closed.audit().list(all, 1, Optional.empty())))
        .isInstanceOf(AuditPage.Unknown.class);
    assertThat(endpoint.counts().reads() + endpoint.counts().writes()).isEqualTo(requests);
  }

  @Test
  void writesThatWaitForCompanyWhenTheLedgerIsClosedAreAnsweredAllTheSame() {
    CosmosLedger ledger = LocalAccount.open(endpoint);
    List<CompletionStage<WriteOutcome>> writes = startMany(ledger);

    ledger.close();

    writes.forEach(LocalAccount::await);
  }

  private int connections() {
    return endpoint.listener().connections();
  }

  private static long gatheringThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("ledger-gather"))
        .count();
  }

  /** On a machine that does much else beside, they may come too far apart to wait. */
  private static boolean replaceMany(CosmosLedger ledger) {
    startMany(ledger).forEach(LocalAccount::written);
    return true;
  }

  /** Many at once, so that some wait for others' answers. */
  private static List<CompletionStage<WriteOutcome>> startMany(CosmosLedger ledger) {
    List<SessionRecord> records = new ArrayList<>();
    List<Version> versions = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      records.add(record(SessionStatus.IDLE));
      versions.add(written(ledger.sessions().create(records.get(i))));
    }
    List<CompletionStage<WriteOutcome>> writes = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      writes.add(ledger.sessions().replace(records.get(i), versions.get(i)));
    }
    return writes;
  }
}
