package io.twinbus.testkit.ledger.contract;

import static io.twinbus.testkit.ledger.contract.Outcomes.await;
import static io.twinbus.testkit.ledger.contract.Outcomes.conflict;
import static io.twinbus.testkit.ledger.contract.Outcomes.unknown;
import static io.twinbus.testkit.ledger.contract.Outcomes.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every {@link LeaseStore} must do; a test class inherits it and says which store it means.
 *
 * <p>Instances have new names in each test, and others' leases may lie beside them.
 */
public abstract class LeaseStoreContract {

  private static final int WRITERS = 16;
  private static final int MORE_THAN_A_PAGE = 130;

  /** For the class that says which store it means. */
  protected LeaseStoreContract() {}

  /** The store. */
  protected abstract LeaseStore store();

  /**
   * Makes the next write commit and its reply get lost; false when this store's network cannot be
   * touched.
   */
  protected abstract boolean loseNextReply();

  @Test
  void aLeaseIsReadAsItWasCreatedAtItsVersion() {
    InstanceLease lease = Samples.lease(Samples.instance(), Long.MAX_VALUE);

    Version version = written(store().create(lease));

    assertThat(await(store().read(lease.instance())))
        .isEqualTo(new ReadOutcome.Found<>(lease, version));
    assertThat(beats()).contains(BeatsOutcome.Beat.of(lease));
  }

  @Test
  void creatingTwiceIsAConflict() {
    InstanceLease lease = Samples.lease(Samples.instance(), 1);
    Version version = written(store().create(lease));

    conflict(store().create(Samples.lease(lease.instance(), 2)));

    assertThat(await(store().read(lease.instance())))
        .isEqualTo(new ReadOutcome.Found<>(lease, version));
  }

  @Test
  void aBeatIsReadAtItsNewVersion() {
    InstanceLease first = Samples.lease(Samples.instance(), 1);
    Version before = written(store().create(first));
    InstanceLease next = Samples.lease(first.instance(), 2);

    Version after = written(store().replace(next, before));

    assertThat(after).isNotEqualTo(before);
    assertThat(await(store().read(first.instance())))
        .isEqualTo(new ReadOutcome.Found<>(next, after));
  }

  @Test
  void aVersionThatWasReadIsAsGoodAsOneThatWasAnswered() {
    InstanceLease first = Samples.lease(Samples.instance(), 1);
    written(store().create(first));
    Version read = leaseOf(first.instance()).version();

    written(store().replace(Samples.lease(first.instance(), 2), read));

    assertThat(leaseOf(first.instance()).record().beat()).isEqualTo(2);
  }

  @Test
  void aBeatAtAnOldVersionIsAConflict() {
    InstanceLease first = Samples.lease(Samples.instance(), 1);
    Version old = written(store().create(first));
    written(store().replace(Samples.lease(first.instance(), 2), old));

    conflict(store().replace(Samples.lease(first.instance(), 3), old));

    assertThat(leaseOf(first.instance()).record().beat()).isEqualTo(2);
  }

  @Test
  void aBeatOfAnAbsentLeaseIsAConflictAndWritesNothing() {
    Version other = written(store().create(Samples.lease(Samples.instance(), 1)));
    InstanceId absent = Samples.instance();

    conflict(store().replace(Samples.lease(absent, 2), other));

    assertThat(await(store().read(absent))).isInstanceOf(ReadOutcome.Absent.class);
  }

  @Test
  void ofManyBeatsAtOnceOneIsWritten() {
    InstanceId instance = Samples.instance();
    Version version = written(store().create(Samples.lease(instance, 1)));

    List<WriteOutcome> outcomes =
        Race.run(WRITERS, i -> store().replace(Samples.lease(instance, 2 + i), version));

    assertThat(outcomes).filteredOn(WriteOutcome.Written.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(WriteOutcome.Conflict.class::isInstance).hasSize(WRITERS - 1);
  }

  @Test
  void aBeatWhoseReplyIsLostIsFoundByItsOwnWriteId() {
    InstanceId instance = Samples.instance();
    Version version = written(store().create(Samples.lease(instance, 1)));
    InstanceLease next = Samples.lease(instance, 2);
    assumeTrue(loseNextReply(), "no faults on this store");

    unknown(store().replace(next, version));
    conflict(store().replace(next, version));

    assertThat(leaseOf(instance).record().stamp().writeId()).isEqualTo(next.stamp().writeId());
  }

  @Test
  void allOfManyLeasesAreRead() {
    List<InstanceLease> many =
        IntStream.range(0, MORE_THAN_A_PAGE)
            .mapToObj(i -> Samples.lease(Samples.instance(), i))
            .toList();
    many.forEach(lease -> written(store().create(lease)));

    assertThat(beats())
        .containsAll(many.stream().map(BeatsOutcome.Beat::of).toList())
        .doesNotHaveDuplicates();
  }

  @Test
  void ofSomeInstancesOnlyTheBeatsThatWereAskedForAreRead() {
    InstanceLease one = Samples.lease(Samples.instance(), 1);
    InstanceLease two = Samples.lease(Samples.instance(), 2);
    InstanceLease other = Samples.lease(Samples.instance(), 3);
    List.of(one, two, other).forEach(lease -> written(store().create(lease)));

    BeatsOutcome read =
        await(store().readSome(Set.of(one.instance(), two.instance(), Samples.instance())));

    assertThat(read)
        .isInstanceOfSatisfying(
            BeatsOutcome.Found.class,
            found ->
                assertThat(found.beats())
                    .containsExactlyInAnyOrder(
                        BeatsOutcome.Beat.of(one), BeatsOutcome.Beat.of(two)));
  }

  @Test
  void asManyInstancesAsMayBeAskedForAtOnceAreRead() {
    List<InstanceLease> many =
        IntStream.range(0, LeaseStore.MOST_AT_ONCE)
            .mapToObj(i -> Samples.lease(Samples.instance(), i))
            .toList();
    many.forEach(lease -> written(store().create(lease)));

    BeatsOutcome read =
        await(
            store()
                .readSome(many.stream().map(InstanceLease::instance).collect(Collectors.toSet())));

    assertThat(read)
        .isInstanceOfSatisfying(
            BeatsOutcome.Found.class,
            found -> assertThat(found.beats()).hasSize(LeaseStore.MOST_AT_ONCE));
  }

  private ReadOutcome.Found<InstanceLease> leaseOf(InstanceId instance) {
    return (ReadOutcome.Found<InstanceLease>) await(store().read(instance));
  }

  private List<BeatsOutcome.Beat> beats() {
    BeatsOutcome outcome = await(store().readAll());
    assertThat(outcome).isInstanceOf(BeatsOutcome.Found.class);
    return ((BeatsOutcome.Found) outcome).beats();
  }
}
