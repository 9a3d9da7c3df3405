package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.local.LocalStack;
import io.twinbus.local.network.Outage;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.session.WorkerFact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReceiverTest {

  private static final Duration BOUND = Duration.ofSeconds(90);

  private final Applied applied = new Applied();
  private final List<WorkerFact> facts = new CopyOnWriteArrayList<>();
  private final List<TestRegion> open = new ArrayList<>();
  private LocalStack stack;

  @BeforeEach
  void start() {
    stack = LocalStack.builder().start();
  }

  @AfterEach
  void stop() {
    open.forEach(TestRegion::close);
    stack.close();
  }

  @Test
  void messagesOfManySessionsAreHandledOnceAndInOrder() throws Exception {
    for (int n = 0; n < 20; n++) {
      send("east", "s" + n, 10);
    }

    TestRegion east = region("east");
    await().atMost(BOUND).until(() -> applied.count() == 200);
    await().atMost(BOUND).until(() -> unsettled("east") == 0);

    assertThat(east.receiver().status().load().handlerCalls()).isEqualTo(200);
    east.drain();
    for (int n = 0; n < 20; n++) {
      assertThat(applied.of("s" + n)).isEqualTo(oneTo(10));
    }
    assertThat(record("s7").status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void theCopiesOfTheOtherRegionAreDropped() throws Exception {
    send("east", "a", 5);
    region("east");
    region("west");
    await().atMost(BOUND).until(() -> applied.count() == 5);
    send("west", "a", 5);

    await().atMost(BOUND).until(() -> unsettled("west") == 0);
    assertThat(applied.of("a")).isEqualTo(oneTo(5));
    assertThat(facts).hasAtLeastOneElementOfType(WorkerFact.DuplicateDropped.class);
  }

  @Test
  void bothRegionsAtOnceHandleEachMessageOnce() throws Exception {
    for (int n = 0; n < 20; n++) {
      send("east", "s" + n, 5);
      send("west", "s" + n, 5);
    }
    region("east");
    region("west");
    await().atMost(BOUND).until(() -> unsettled("east") + unsettled("west") == 0);
    for (int n = 0; n < 20; n++) {
      assertThat(applied.of("s" + n)).isEqualTo(oneTo(5));
    }
  }

  @Test
  void aDrainReleasesWhatItHolds() throws Exception {
    send("east", "a", 3);
    TestRegion east = region("east");
    await().atMost(BOUND).until(() -> applied.count() == 3);

    east.drain();

    assertThat(record("a").status()).isEqualTo(SessionStatus.IDLE);
    assertThat(unsettled("east")).isZero();
  }

  @Test
  void anOutageOfTheLedgerStopsWorkAndItResumesUnderANewInstance() throws Exception {
    TestRegion east = region("east");
    String before = east.receiver().status().instance().value();
    send("east", "a", 2);
    await().atMost(BOUND).until(() -> applied.count() == 2);

    stack.ledger().outage(Outage.REFUSE);
    await().atMost(BOUND).until(() -> east.receiver().status().ledgerTrouble().isPresent());
    await().atMost(BOUND).until(() -> !east.receiver().status().instance().value().equals(before));
    send("east", "b", 2);
    stack.ledger().restore();

    await().atMost(BOUND).until(() -> applied.count() == 4);
    assertThat(applied.of("b")).isEqualTo(oneTo(2));
    await().atMost(BOUND).until(() -> unsettled("east") == 0);
  }

  @Test
  void withoutItsLeaseAReceiverStopsThoughItsSessionsRecordsAreThereAndGoesOnUnderANewOne()
      throws Exception {
    TestRegion east = region("east");
    String before = east.receiver().status().instance().value();
    send("east", "a", 2);
    await().atMost(BOUND).until(() -> applied.count() == 2);

    String written = stack.ledger().regions().get(0);
    stack.ledger().losePartition("ledger-leases", written);
    await().atMost(BOUND).until(() -> !east.receiver().status().instance().value().equals(before));
    send("east", "b", 2);
    await().atMost(BOUND).until(() -> east.receiver().status().ledgerTrouble().isPresent());
    assertThat(record("a").status()).isNotEqualTo(SessionStatus.BLOCKED);
    assertThat(applied.of("b")).isEmpty();
    stack.ledger().restorePartition("ledger-leases", written);

    await().atMost(BOUND).until(() -> applied.count() == 4);
    assertThat(applied.of("b")).isEqualTo(oneTo(2));
    await().atMost(BOUND).until(() -> unsettled("east") == 0);
  }

  @Test
  void anOutageOfTheRegionHandsItsSessionsOver() throws Exception {
    region("east");
    region("west");
    send("east", "a", 2);
    await().atMost(BOUND).until(() -> applied.count() == 2);

    stack.region("east").outage(Outage.REFUSE);
    send("west", "a", 4);

    await().atMost(BOUND).until(() -> applied.count() == 4);
    stack.region("east").restore();
    assertThat(applied.of("a")).isEqualTo(oneTo(4));
    await().atMost(BOUND).until(() -> unsettled("east") + unsettled("west") == 0);
    assertThat(applied.count()).isEqualTo(4);
  }

  private TestRegion region(String name) throws Exception {
    TestRegion region = new TestRegion(stack, name, applied, (who, fact) -> facts.add(fact));
    open.add(region);
    return region;
  }

  private void send(String region, String session, int count) {
    Sent.send(stack.connectionString(region), Sent.messages(session, count, "east"));
  }

  private int unsettled(String region) {
    return stack.region(region).counts().get(0).unsettled();
  }

  private SessionRecord record(String session) throws Exception {
    try (CosmosLedger ledger = TestRegion.openLedger(stack)) {
      ReadOutcome<SessionRecord> outcome =
          ledger
              .sessions()
              .read(new SessionId(session))
              .toCompletableFuture()
              .get(60, TimeUnit.SECONDS);
      return ((ReadOutcome.Found<SessionRecord>) outcome).record();
    }
  }

  private static List<Long> oneTo(int last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }
}
