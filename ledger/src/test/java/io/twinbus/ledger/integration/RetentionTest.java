package io.twinbus.ledger.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.StreamId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RetentionTest {

  @Test
  void recordsExpireAfterTwoWeeksUnlessSomebodyWaitsForThem() {
    AtomicLong now = new AtomicLong(System.currentTimeMillis());
    try (CosmosEndpoint endpoint =
            CosmosEndpoint.start(
                CosmosEndpointOptions.defaults().withClock(() -> Instant.ofEpochMilli(now.get())));
        CosmosLedger ledger = LocalAccount.open(endpoint)) {
      SessionRecord idle = LocalAccount.record(SessionStatus.IDLE);
      SessionRecord blocked = blocked();
      SessionRecord waiting = waiting();
      SessionRecord stateful =
          LocalAccount.record(SessionStatus.IDLE).withState(Optional.of(Body.ofUtf8("7")));
      for (SessionRecord record : List.of(idle, blocked, waiting, stateful)) {
        LocalAccount.await(ledger.sessions().create(record));
      }

      now.addAndGet(Duration.ofDays(14).minusSeconds(10).toMillis());
      ReadOutcome<SessionRecord> before =
          LocalAccount.await(ledger.sessions().read(idle.session()));
      now.addAndGet(20_000);
      ReadOutcome<SessionRecord> after = LocalAccount.await(ledger.sessions().read(idle.session()));

      assertThat(before).isInstanceOf(ReadOutcome.Found.class);
      assertThat(after).isInstanceOf(ReadOutcome.Absent.class);
      assertThat(LocalAccount.await(ledger.sessions().read(blocked.session())))
          .isInstanceOf(ReadOutcome.Found.class);
      assertThat(LocalAccount.await(ledger.sessions().read(waiting.session())))
          .isInstanceOf(ReadOutcome.Found.class);
      assertThat(LocalAccount.await(ledger.sessions().read(stateful.session())))
          .isInstanceOf(ReadOutcome.Found.class);
    }
  }

  @Test
  void aLeaseThatIsNoLongerRenewedIsGoneAfterAnHour() {
    AtomicLong now = new AtomicLong(System.currentTimeMillis());
    try (CosmosEndpoint endpoint =
            CosmosEndpoint.start(
                CosmosEndpointOptions.defaults().withClock(() -> Instant.ofEpochMilli(now.get())));
        CosmosLedger ledger = LocalAccount.open(endpoint)) {
      LeaseStore leases = ledger.instances().leases();
      LocalAccount.await(leases.create(lease("dead", 1)));
      WriteOutcome alive = LocalAccount.await(leases.create(lease("alive", 1)));

      now.addAndGet(Duration.ofMinutes(59).toMillis());
      Version version = ((WriteOutcome.Written) alive).version();
      LocalAccount.await(leases.replace(lease("alive", 2), version));
      BeatsOutcome before = LocalAccount.await(leases.readAll());
      now.addAndGet(Duration.ofMinutes(2).toMillis());
      BeatsOutcome after = LocalAccount.await(leases.readAll());

      assertThat(instances(before)).containsExactlyInAnyOrder("dead", "alive");
      assertThat(instances(after)).containsExactly("alive");
    }
  }

  private static InstanceLease lease(String instance, long beat) {
    WriteMark mark = WriteMark.of(WriteId.random(new Random(beat)), Instant.EPOCH);
    return new InstanceLease(new InstanceId(instance), beat, mark);
  }

  private static List<String> instances(BeatsOutcome outcome) {
    return ((BeatsOutcome.Found) outcome)
        .beats().stream().map(beat -> beat.instance().value()).toList();
  }

  private static SessionRecord blocked() {
    SessionRecord record = LocalAccount.record(SessionStatus.IDLE);
    Custody custody = record.custody().blocked(new Block("poison", null, "ann", Instant.EPOCH));
    return record.withCustody(custody);
  }

  private static SessionRecord waiting() {
    SessionRecord record = LocalAccount.record(SessionStatus.PENDING);
    Progress progress =
        new Progress(
            new TreeMap<>(),
            List.of(),
            new TreeMap<>(),
            new TreeMap<>(Map.of(new StreamId("s"), new Gap(0, new TreeMap<>()))));
    return record.withProgress(progress);
  }
}
