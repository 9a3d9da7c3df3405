package io.twinbus.ledger.integration;

import static io.twinbus.ledger.integration.LocalAccount.await;
import static io.twinbus.ledger.integration.LocalAccount.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.operation.OperationMeter;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.protocol.SessionId;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What reading costs, of the leases above all: a further page would cost a base charge again. */
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

  @Test
  void whatTheLedgerCostsIsWhatTheAccountChargesForAllItsContainers() {
    askAll(); // the first of them asks for what the SDK keeps, too
    double counted = ACCOUNT.ledger.requestUnits();
    double charged = ACCOUNT.endpoint.counts().requestUnits();

    askAll();

    assertThat(ACCOUNT.ledger.requestUnits() - counted)
        .isGreaterThan(3)
        .isCloseTo(ACCOUNT.endpoint.counts().requestUnits() - charged, within(0.1));
  }

  private static void askAll() {
    await(ACCOUNT.ledger.sessions().read(new SessionId("none")));
    await(ACCOUNT.ledger.instances().leases().readAll());
    await(ACCOUNT.ledger.instances().vitals().readAll());
  }
}
