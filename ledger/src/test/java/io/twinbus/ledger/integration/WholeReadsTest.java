package io.twinbus.ledger.integration;

import static io.twinbus.ledger.integration.LocalAccount.await;
import static io.twinbus.ledger.integration.LocalAccount.written;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.PlainReads;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.document.LeaseCodec;
import io.twinbus.ledger.cosmos.document.VitalsCodec;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Clocks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** All instances' signs are read whole or not at all: whom an answer leaves out counts as dead. */
class WholeReadsTest {

  private static final WriteMark MARK = WriteMark.of(new WriteId("w"), Instant.EPOCH);

  @AutoClose private final LocalAccount account = LocalAccount.start();
  @AutoClose private final BareClient bare = BareClient.of(account.endpoint);
  private final CosmosLedger ledger = account.ledger;

  @Test
  void moreLeasesThanAPageHoldsAreReadByTheSdkAndNotInPartByPlainRequests() {
    create(1_001);

    assertThat(await(ledger.instances().leases().readAll()))
        .isInstanceOfSatisfying(
            BeatsOutcome.Found.class, found -> assertThat(found.beats()).hasSize(1_001));
    assertThat(plain().readBeats()).isEmpty();
  }

  @Test
  void asManyLeasesAsAPageHoldsAreReadByPlainRequests() {
    create(1_000);

    Optional<BeatsOutcome.Found> read = plain().readBeats();

    assertThat(read.map(found -> found.beats().size())).contains(1_000);
  }

  @Test
  void oneLeaseThatCannotBeReadFailsAllAndIsNamed() {
    create(2);
    BareClient.create(
        bare.leases(), lease("newer").put("schema", WriteMark.SCHEMA + 1).put("beat", "7"));

    assertThat(await(ledger.instances().leases().readAll()))
        .isInstanceOfSatisfying(
            BeatsOutcome.Unknown.class,
            unknown -> assertThat(unknown.why()).contains("The lease of instance 'newer'"));
    assertThat(plain().readBeats()).isEmpty();
  }

  @Test
  void vitalsThatCannotBeReadHideNoOthers() {
    InstanceVitals readable = vitals("readable");
    written(ledger.instances().vitals().put(readable));
    BareClient.create(
        bare.leases(), VitalsCodec.encode(vitals("newer")).put("schema", WriteMark.SCHEMA + 1));

    assertThat(await(ledger.instances().vitals().readAll()))
        .isEqualTo(new VitalsOutcome.Found(List.of(readable)));
    assertThat(plain().readVitals()).contains(new VitalsOutcome.Found(List.of(readable)));
  }

  @Test
  void ofNoInstancesThereAreNoBeatsAndNothingIsAsked() {
    long before = ledger.leaseMeter().snapshot().queries();

    assertThat(await(ledger.instances().leases().readSome(Set.of())))
        .isEqualTo(new BeatsOutcome.Found(List.of()));
    assertThat(ledger.leaseMeter().snapshot().queries()).isEqualTo(before);
  }

  @Test
  void whatPlainRequestsCostAddsUp() {
    create(1);
    PlainReads plain = plain();

    var first = plain.readBeats();
    double once = plain.requestUnits();
    var second = plain.readBeats();

    assertThat(first).isEqualTo(second).isPresent();
    assertThat(once).isPositive();
    assertThat(plain.requestUnits()).isEqualTo(2 * once);
  }

  private PlainReads plain() {
    return PlainReads.open(
        LocalAccount.settings(account.endpoint),
        LocalAccount.CREATING,
        Clocks.system(),
        LedgerIdentity.ofEnvironment());
  }

  private void create(int count) {
    List<ObjectNode> leases = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      leases.add(lease("instance-" + i));
    }
    BareClient.createAll(bare.leases(), DocumentNames.LEASES_PARTITION, leases);
  }

  private static ObjectNode lease(String instance) {
    return LeaseCodec.encode(new InstanceLease(new InstanceId(instance), 1, MARK));
  }

  private static InstanceVitals vitals(String instance) {
    return new InstanceVitals(
        new InstanceId(instance),
        new RegionName("east"),
        Instant.EPOCH,
        new InstanceStats("1", InstanceStats.State.EVACUATED, 1, 2, 3, 4),
        MARK);
  }
}
