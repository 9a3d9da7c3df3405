package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.regions.LateWriteCounts;
import io.twinbus.local.cosmos.regions.Regions;
import io.twinbus.local.cosmos.regions.Replication;
import io.twinbus.local.cosmos.regions.WriteRefusal;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.ContainerDefinition;
import io.twinbus.local.cosmos.store.DocumentStore;
import io.twinbus.local.cosmos.store.Item;
import io.twinbus.local.cosmos.store.ItemOutcome;
import io.twinbus.local.cosmos.store.ItemResult;
import io.twinbus.local.cosmos.store.Limits;
import io.twinbus.local.cosmos.store.Operation;
import io.twinbus.local.cosmos.store.PartitionKey;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegionsTest {
  private static final PartitionKey KEY = PartitionKey.parse("[\"s\"]");
  private static final Duration LAG = Duration.ofSeconds(2);

  private final TickingClock clock = new TickingClock();

  @Test
  void aStrongWriteIsEverywhereWhenItIsAcknowledged() {
    Regions regions = strong("a", "b", "c");

    create(regions, "a", "x");

    assertThat(List.of("a", "b", "c")).allMatch(region -> holds(regions, region, "x"));
  }

  @Test
  void anAsynchronousWriteArrivesAfterTheLag() {
    Regions regions = lagging("a", "b");
    create(regions, "a", "x");
    clock.tick(LAG.minusMillis(1));
    assertThat(holds(regions, "a", "x")).isTrue();
    assertThat(holds(regions, "b", "x")).isFalse();

    clock.tick(Duration.ofMillis(1));

    assertThat(holds(regions, "b", "x")).isTrue();
  }

  @Test
  void onlyTheWriteRegionTakesWrites() {
    Regions regions = strong("a", "b");

    assertThat(refusal(regions, "b")).contains(WriteRefusal.NOT_THE_WRITE_REGION);
    assertThat(refusal(regions, "a")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 0", "3, 1", "4, 1", "5, 2"})
  void aStrongWriteNeedsAllOfTwoRegionsAndAMajorityOfMore(int count, int spared) {
    String[] names = List.of("a", "b", "c", "d", "e").subList(0, count).toArray(String[]::new);
    Regions regions = strong(names);

    for (int down = 1; down < count; down++) {
      regions.goDown(names[count - down]);

      assertThat(refusal(regions, "a"))
          .as("%d of %d are down", down, count)
          .isEqualTo(down <= spared ? Optional.empty() : Optional.of(WriteRefusal.NO_QUORUM));
    }
  }

  @Test
  void onlyALostWriteRegionIsReplacedByTheNextThatIsUp() {
    Regions regions = strong("a", "b", "c");
    create(regions, "a", "x");

    assertThat(regions.replaceLostWriter()).isEmpty();
    regions.goDown("b");
    assertThat(regions.replaceLostWriter()).isEmpty();
    regions.goDown("a");
    assertThat(regions.replaceLostWriter()).contains("c");

    assertThat(regions.writeRegion()).isEqualTo("c");
    assertThat(holds(regions, "c", "x")).isTrue();
    regions.goDown("c");
    assertThat(regions.replaceLostWriter()).isEmpty();
    assertThat(regions.writeRegion()).isEqualTo("c");
  }

  @Test
  void aWriteThatWasRefusedForWantOfAQuorumLandsBeforeAnyNewerOne() {
    Regions regions = strong("a", "b", "c");
    regions.landLate(1, 1);
    regions.goDown("b");
    regions.goDown("c");
    refuseButMayLand(regions, "x");
    assertThat(holds(regions, "a", "x")).isFalse();

    regions.comeBack("b");

    assertThat(List.of("a", "b")).allMatch(region -> holds(regions, region, "x"));
    assertThat(create(regions, "a", "x").outcome()).isEqualTo(ItemOutcome.CONFLICT);
    assertThat(regions.lateWrites()).isEqualTo(new LateWriteCounts(0, 1, 0, 0));
  }

  @Test
  void aLateWriteWhoseConditionDoesNotHoldChangesNothing() {
    Regions regions = strong("a", "b");
    regions.landLate(1, 1);
    regions.goDown("b");
    refuseButMayLand(regions, "x");
    refuseButMayLand(regions, "x");

    regions.comeBack("b");

    assertThat(regions.lateWrites()).isEqualTo(new LateWriteCounts(0, 1, 1, 0));
  }

  @Test
  void aLateWriteIsLostWithTheWriteRegionThatHadIt() {
    Regions regions = strong("a", "b", "c");
    regions.landLate(1, 1);
    regions.goDown("b");
    regions.goDown("c");
    refuseButMayLand(regions, "x");
    regions.goDown("a");
    regions.comeBack("b");
    assertThat(regions.forceFailOver("b")).isZero();

    regions.comeBack("a");
    regions.comeBack("c");

    assertThat(List.of("a", "b", "c")).noneMatch(region -> holds(regions, region, "x"));
    assertThat(regions.lateWrites()).isEqualTo(new LateWriteCounts(0, 0, 0, 1));
  }

  @Test
  void withoutAChanceNoRefusedWriteLandsAndWithAHalfSomeDo() {
    Regions regions = strong("a", "b");
    regions.goDown("b");
    refuseButMayLand(regions, "never");
    assertThat(regions.lateWrites().waiting()).isZero();

    regions.landLate(0.5, 7);
    for (int i = 0; i < 100; i++) {
      refuseButMayLand(regions, "x" + i);
    }

    assertThat(regions.lateWrites().waiting()).isBetween(30L, 70L);
  }

  @Test
  void noMoreThanAThousandRefusedWritesWait() {
    Regions regions = strong("a", "b");
    regions.landLate(1, 1);
    regions.goDown("b");

    for (int i = 0; i < 1_100; i++) {
      refuseButMayLand(regions, "x" + i);
    }

    assertThat(regions.lateWrites().waiting()).isEqualTo(1_000);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  void aChanceIsZeroToOne(double chance) {
    assertThatThrownBy(() -> strong("a").landLate(chance, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aLostPartitionIsWrittenElsewhereAndTheOthersStay() {
    Regions regions = strong("a", "b", "c");
    create(regions, "a", "before");
    regions.partitions().lose("items", "a");
    assertThat(itemRefusal(regions, "a")).contains(WriteRefusal.PARTITION_LOST);
    assertThat(itemRefusal(regions, "b")).contains(WriteRefusal.NOT_THE_WRITE_REGION);
    assertThat(regions.partitions().isServed("items", "a")).isFalse();
    assertThat(regions.partitions().isServed("other", "a")).isTrue();
    assertThat(regions.partitions().hasLost()).isTrue();

    regions.partitions().replaceLost();

    assertThat(regions.partitions().writeRegion("items")).isEqualTo("b");
    assertThat(regions.partitions().writeRegion("other")).isEqualTo("a");
    assertThat(regions.writeRegion()).isEqualTo("a");
    assertThat(regions.partitions().hasLost()).isFalse();
    assertThat(createItem(regions, "b", "after").outcome()).isEqualTo(ItemOutcome.CREATED);
    assertThat(createItem(regions, "b", "before").outcome()).isEqualTo(ItemOutcome.CONFLICT);
    assertThat(List.of("b", "c")).allMatch(region -> holds(regions, region, "after"));
  }

  @Test
  void aPartitionThatIsBackHasWhatWasWrittenElsewhereAndIsNotWrittenAgain() {
    Regions regions = strong("a", "b", "c");
    regions.partitions().lose("items", "a");
    regions.partitions().replaceLost();
    createItem(regions, "b", "meanwhile");

    regions.partitions().restore("items", "a");

    assertThat(holds(regions, "a", "meanwhile")).isTrue();
    assertThat(itemRefusal(regions, "a")).contains(WriteRefusal.NOT_THE_WRITE_REGION);
    regions.partitions().failOver("items", "a");
    assertThat(createItem(regions, "a", "again").outcome()).isEqualTo(ItemOutcome.CREATED);
  }

  @Test
  void noTagIsGivenTwiceWhenAPartitionGoesAndReturns() {
    Regions regions = strong("a", "b", "c");
    Item first = item(createItem(regions, "a", "x"));
    regions.partitions().failOver("items", "b");
    Item second = item(createItem(regions, "b", "y"));
    regions.partitions().failOver("items", "a");
    Item third = item(createItem(regions, "a", "z"));

    assertThat(List.of(first.etag(), second.etag(), third.etag())).doesNotHaveDuplicates();
    assertThat(second.sequence()).isGreaterThan(first.sequence());
    assertThat(third.sequence()).isGreaterThan(second.sequence());
  }

  @Test
  void anAccountThatFailsOverTakesItsPartitionsAlong() {
    Regions regions = strong("a", "b", "c");
    regions.partitions().failOver("items", "b");
    Item first = item(createItem(regions, "b", "x"));

    regions.failOver("a");

    assertThat(regions.partitions().writeRegion("items")).isEqualTo("a");
    assertThat(item(createItem(regions, "a", "y")).etag()).isNotEqualTo(first.etag());
  }

  @Test
  void aPartitionNeedsAQuorumOfTheRegionsThatServeIt() {
    Regions regions = strong("a", "b", "c");
    regions.partitions().lose("items", "b");
    assertThat(itemRefusal(regions, "a")).isEmpty();

    regions.partitions().lose("items", "c");

    assertThat(itemRefusal(regions, "a")).contains(WriteRefusal.NO_QUORUM);
    assertThat(refusal(regions, "a")).isEmpty();
  }

  @Test
  void aWriteToALostQuorumOfAPartitionLandsWhenThePartitionIsBack() {
    Regions regions = strong("a", "b");
    regions.landLate(1, 1);
    regions.partitions().lose("items", "b");
    regions.mayLandLater(
        "items",
        store ->
            items(store).apply(KEY, new Operation.Create(doc("x"))).outcome()
                == ItemOutcome.CREATED);

    regions.partitions().restore("items", "b");

    assertThat(holds(regions, "b", "x")).isTrue();
  }

  @Test
  void noPartitionFailsOverToARegionWithoutItNorInAnAccountWithALag() {
    Regions regions = strong("a", "b", "c");
    regions.partitions().lose("items", "b");

    assertThatThrownBy(() -> regions.partitions().failOver("items", "b"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("does not serve items");
    assertThatThrownBy(() -> lagging("a", "b").partitions().failOver("items", "b"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("strongly consistent");
  }

  @Test
  void aRegionThatComesBackHasWhatItMissed() {
    Regions regions = strong("a", "b", "c");
    create(regions, "a", "before");
    regions.goDown("c");
    create(regions, "a", "meanwhile");
    assertThat(holds(regions, "c", "meanwhile")).isFalse();

    regions.comeBack("c");

    assertThat(holds(regions, "c", "before")).isTrue();
    assertThat(holds(regions, "c", "meanwhile")).isTrue();
  }

  @Test
  void aPlannedFailOverLosesNothing() {
    Regions regions = lagging("a", "b");
    create(regions, "a", "x");

    regions.failOver("b");

    assertThat(regions.names()).containsExactly("b", "a");
    assertThat(holds(regions, "b", "x")).isTrue();
    assertThat(refusal(regions, "a")).contains(WriteRefusal.NOT_THE_WRITE_REGION);
    assertThat(create(regions, "b", "y").outcome()).isEqualTo(ItemOutcome.CREATED);
  }

  @Test
  void aPlannedFailOverNeedsBothRegions() {
    Regions regions = lagging("a", "b");
    regions.goDown("a");

    assertThatThrownBy(() -> regions.failOver("b")).isInstanceOf(IllegalStateException.class);
    assertThat(regions.writeRegion()).isEqualTo("a");
  }

  @Test
  void aForcedFailOverLosesWhatHadNotArrivedEverywhere() {
    Regions regions = lagging("a", "b", "c");
    create(regions, "a", "early");
    clock.tick(LAG);
    create(regions, "a", "late");

    int lost = regions.forceFailOver("b");

    assertThat(lost).isEqualTo(1);
    assertThat(List.of("a", "b", "c"))
        .allMatch(region -> holds(regions, region, "early"))
        .noneMatch(region -> holds(regions, region, "late"));
  }

  @Test
  void whatADeadWriteRegionHadNotSentStaysThereUntilItReturns() {
    Regions regions = lagging("a", "b");
    create(regions, "a", "x");
    regions.goDown("a");
    clock.tick(LAG.multipliedBy(10));
    assertThat(holds(regions, "b", "x")).isFalse();

    regions.comeBack("a");

    assertThat(holds(regions, "b", "x")).isTrue();
  }

  @Test
  void aDeadWriteRegionThatWasReplacedReturnsWithoutItsLostWrites() {
    Regions regions = lagging("a", "b");
    create(regions, "a", "lost");
    regions.goDown("a");
    assertThat(regions.forceFailOver("b")).isEqualTo(1);
    create(regions, "b", "new");

    regions.comeBack("a");

    assertThat(holds(regions, "a", "lost")).isFalse();
    assertThat(holds(regions, "a", "new")).isTrue();
  }

  @Test
  void aForcedFailOverOfAStrongAccountLosesNothing() {
    Regions regions = strong("a", "b", "c");
    create(regions, "a", "x");
    regions.goDown("a");

    assertThat(regions.forceFailOver("b")).isZero();
    assertThat(holds(regions, "b", "x")).isTrue();
  }

  @Test
  void noTagOfALostVersionIsEverGivenAgain() {
    Regions regions = lagging("a", "b");
    Item first = item(create(regions, "a", "x"));
    clock.tick(LAG);
    Item lost = item(apply(regions, "a", new Operation.Replace("x", doc("x"), first.etag())));
    regions.forceFailOver("b");

    Item instead = item(apply(regions, "b", new Operation.Replace("x", doc("x"), first.etag())));
    ItemResult late = apply(regions, "b", new Operation.Replace("x", doc("x"), lost.etag()));

    assertThat(instead.etag()).isNotEqualTo(lost.etag());
    assertThat(late.outcome()).isEqualTo(ItemOutcome.STALE);
  }

  @Test
  void deletionsAndContainersReachTheOthersToo() {
    Regions regions = strong("a", "b");
    create(regions, "a", "x");

    apply(regions, "a", new Operation.Delete("x", null));

    assertThat(holds(regions, "b", "x")).isFalse();
    assertThat(
            regions.<String>read("a", store -> items(store).resourceId())
                + regions.<Long>read("a", store -> items(store).sequence()))
        .isEqualTo(
            regions.<String>read("b", store -> items(store).resourceId())
                + regions.<Long>read("b", store -> items(store).sequence()));
  }

  private Regions strong(String... names) {
    return prepared(names, Replication.synchronous());
  }

  private Regions lagging(String... names) {
    Regions regions = prepared(names, Replication.after(LAG));
    clock.tick(LAG);
    return regions;
  }

  private Regions prepared(String[] names, Replication replication) {
    Regions regions = new Regions(List.of(names), replication, Limits.ofTheService(), clock);
    ObjectNode source = JsonNodeFactory.instance.objectNode().put("id", "items");
    source.putObject("partitionKey").putArray("paths").add("/session");
    assertThat(
            regions.<Boolean>write(
                names[0],
                store ->
                    store
                        .createDatabase("db")
                        .flatMap(
                            database -> database.createContainer(ContainerDefinition.parse(source)))
                        .isPresent(),
                refusal -> false))
        .isTrue();
    return regions;
  }

  private static ItemResult create(Regions regions, String region, String id) {
    return apply(regions, region, new Operation.Create(doc(id)));
  }

  private static ItemResult apply(Regions regions, String region, Operation operation) {
    return regions.write(
        region,
        store -> items(store).apply(KEY, operation),
        refusal -> {
          throw new AssertionError("Refused: " + refusal);
        });
  }

  private static void refuseButMayLand(Regions regions, String id) {
    assertThat(refusal(regions, regions.writeRegion())).contains(WriteRefusal.NO_QUORUM);
    regions.mayLandLater(
        "items",
        store ->
            items(store).apply(KEY, new Operation.Create(doc(id))).outcome()
                == ItemOutcome.CREATED);
  }

  private static ItemResult createItem(Regions regions, String region, String id) {
    return regions.writeItems(
        region,
        "items",
        store -> items(store).apply(KEY, new Operation.Create(doc(id))),
        refusal -> {
          throw new AssertionError("Refused: " + refusal);
        });
  }

  private static Optional<WriteRefusal> itemRefusal(Regions regions, String region) {
    return regions.writeItems(region, "items", store -> Optional.empty(), Optional::of);
  }

  private static Optional<WriteRefusal> refusal(Regions regions, String region) {
    return regions.write(region, store -> Optional.empty(), Optional::of);
  }

  private static boolean holds(Regions regions, String region, String id) {
    return regions.read(
        region,
        store -> items(store).apply(KEY, new Operation.Read(id, null)).outcome() == ItemOutcome.OK);
  }

  private static Container items(DocumentStore store) {
    return store.database("db").flatMap(db -> db.container("items")).orElseThrow();
  }

  private static Item item(ItemResult result) {
    return Objects.requireNonNull(result.item(), result.message());
  }

  private static ObjectNode doc(String id) {
    return JsonNodeFactory.instance.objectNode().put("id", id).put("session", "s");
  }
}
