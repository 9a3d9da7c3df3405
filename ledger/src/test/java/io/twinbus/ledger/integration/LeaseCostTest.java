package io.twinbus.ledger.integration;

import static io.twinbus.ledger.integration.LocalAccount.await;
import static io.twinbus.ledger.integration.LocalAccount.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.operation.OperationMeter;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.LeaseStore;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What reading many leases costs: each further page would cost a query's base charge again. */
class LeaseCostTest {

  @RegisterExtension static final LocalAccount ACCOUNT = LocalAccount.start();

  @Test
  void moreThanAHundredLeasesAreReadInOnePage() {
    LeaseStore leases = ACCOUNT.ledger.instances().leases();
    OperationMeter meter = ACCOUNT.ledger.leaseMeter();
    Set<InstanceId> instances = new HashSet<>();
    for (int i = 0; i < 150; i++) {
      InstanceId instance = new InstanceId("instance-" + i);
      written(
          leases.create(
              new InstanceLease(instance, 1, WriteMark.of(new WriteId("w" + i), Instant.EPOCH))));
      instances.add(instance);
    }
    long queriesBefore = meter.snapshot().queries();

    BeatsOutcome read = await(leases.readAll());

    assertThat(read)
        .isInstanceOfSatisfying(
            BeatsOutcome.Found.class,
            found ->
                assertThat(found.beats())
                    .extracting(BeatsOutcome.Beat::instance)
                    .containsExactlyInAnyOrderElementsOf(instances));
    assertThat(meter.snapshot().queries() - queriesBefore).isEqualTo(1);
  }
}
