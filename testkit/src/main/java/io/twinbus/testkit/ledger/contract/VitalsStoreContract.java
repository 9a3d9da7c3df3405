package io.twinbus.testkit.ledger.contract;

import static io.twinbus.testkit.ledger.contract.Outcomes.await;
import static io.twinbus.testkit.ledger.contract.Outcomes.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.HandlerVitals;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.SessionDigest;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.protocol.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link VitalsStore} must do; others' vitals may lie beside those of the tests. */
public abstract class VitalsStoreContract {

  /** For the class that says which store it means. */
  protected VitalsStoreContract() {}

  /** The store. */
  protected abstract VitalsStore store();

  @Test
  void vitalsAreReadAsTheyWerePut() {
    InstanceVitals one = vitals(Samples.instance(), 1);
    InstanceVitals two = vitals(Samples.instance(), Long.MAX_VALUE);
    written(store().put(one));
    written(store().put(two));

    assertThat(all()).contains(one, two);
  }

  @Test
  void theLatestVitalsOfAnInstanceReplaceTheFormerOnes() {
    InstanceVitals first = vitals(Samples.instance(), 1);
    InstanceVitals next = vitals(first.instance(), 2);
    written(store().put(first));

    written(store().put(next));

    assertThat(all())
        .filteredOn(each -> each.instance().equals(first.instance()))
        .containsExactly(next);
  }

  @Test
  void thoseThatWaitForSessionsAreFoundAmongOthers() {
    InstanceVitals calm = vitals(Samples.instance(), 1);
    InstanceVitals first = vitals(Samples.instance(), 1);
    SessionDigest digest = SessionDigest.of(EntityKey.ofQueue("orders"), new SessionId("parcel-1"));
    InstanceVitals waiting =
        new InstanceVitals(
            first.instance(),
            first.region(),
            first.startedAt(),
            first.stats().withWanted(List.of(digest)),
            first.stamp());
    written(store().put(calm));
    written(store().put(waiting));

    VitalsOutcome outcome = await(store().readWanting());

    assertThat(outcome).isInstanceOf(VitalsOutcome.Found.class);
    assertThat(((VitalsOutcome.Found) outcome).vitals()).contains(waiting).doesNotContain(calm);
    assertThat(all()).contains(calm, waiting);
  }

  private static InstanceVitals vitals(InstanceId instance, long ended) {
    return new InstanceVitals(
        instance,
        Samples.EAST,
        Samples.NOON,
        new InstanceStats("1.0", InstanceStats.State.EVACUATING, 3, 2, ended, 1)
            .withHandlers(
                List.of(
                    handler(HandlerVitals.State.AWAY, Optional.of(Samples.NOON)).withEnded(ended),
                    handler(HandlerVitals.State.UP, Optional.empty()))),
        Samples.stamp());
  }

  private static HandlerVitals handler(HandlerVitals.State state, Optional<Instant> endedWellAt) {
    return new HandlerVitals(
        EntityKey.ofQueue("orders"), state, Samples.NOON, "no connection", endedWellAt);
  }

  private List<InstanceVitals> all() {
    VitalsOutcome outcome = await(store().readAll());
    assertThat(outcome).isInstanceOf(VitalsOutcome.Found.class);
    return ((VitalsOutcome.Found) outcome).vitals();
  }
}
