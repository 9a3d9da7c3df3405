package io.twinbus.local.unit;

import static io.twinbus.local.unit.RegionsFixture.LAG;
import static io.twinbus.local.unit.RegionsFixture.apply;
import static io.twinbus.local.unit.RegionsFixture.doc;
import static io.twinbus.local.unit.RegionsFixture.holds;
import static io.twinbus.local.unit.RegionsFixture.item;
import static io.twinbus.local.unit.RegionsFixture.items;
import static io.twinbus.local.unit.RegionsFixture.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.local.cosmos.regions.Regions;
import io.twinbus.local.cosmos.regions.WriteRefusal;
import io.twinbus.local.cosmos.store.Item;
import io.twinbus.local.cosmos.store.ItemOutcome;
import io.twinbus.local.cosmos.store.ItemResult;
import io.twinbus.local.cosmos.store.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Which region of an account takes writes, when the others have them, and what a failover loses.
 */
class RegionsTest {

  private final RegionsFixture accounts = new RegionsFixture();

  @Test
  void aStrongWriteIsEverywhereWhenItIsAcknowledged() {
    Regions regions = accounts.strong("a", "b", "c");

    RegionsFixture.create(regions, "a", "x");

    assertThat(List.of("a", "b", "c")).allMatch(region -> holds(regions, region, "x"));
  }

  @Test
  void anAsynchronousWriteArrivesAfterTheLag() {
    Regions regions = accounts.lagging("a", "b");
    RegionsFixture.create(regions, "a", "x");
    accounts.clock.tick(LAG.minusMillis(1));
    assertThat(holds(regions, "a", "x")).isTrue();
    assertThat(holds(regions, "b", "x")).isFalse();

    accounts.clock.tick(Duration.ofMillis(1));

    assertThat(holds(regions, "b", "x")).isTrue();
  }

  @Test
  void onlyTheWriteRegionTakesWrites() {
    Regions regions = accounts.strong("a", "b");

    assertThat(refusal(regions, "b")).contains(WriteRefusal.NOT_THE_WRITE_REGION);
    assertThat(refusal(regions, "a")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 0", "3, 1", "4, 1", "5, 2"})
  void aStrongWriteNeedsAllOfTwoRegionsAndAMajorityOfMore(int count, int spared) {
    String[] names = List.of("a", "b", "c", "d", "e").subList(0, count).toArray(String[]::new);
    Regions regions = accounts.strong(names);

    for (int down = 1; down < count; down++) {
      regions.goDown(names[count - down]);

      assertThat(refusal(regions, "a"))
          .as("%d of %d are down", down, count)
          .isEqualTo(down <= spared ? Optional.empty() : Optional.of(WriteRefusal.NO_QUORUM));
    }
  }

  @Test
  void onlyALostWriteRegionIsReplacedByTheNextThatIsUp() {
    Regions regions = accounts.strong("a", "b", "c");
    RegionsFixture.create(regions, "a", "x");

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
  void aRegionThatComesBackHasWhatItMissed() {
    Regions regions = accounts.strong("a", "b", "c");
    RegionsFixture.create(regions, "a", "before");
    regions.goDown("c");
    RegionsFixture.create(regions, "a", "meanwhile");
    assertThat(holds(regions, "c", "meanwhile")).isFalse();

    regions.comeBack("c");

    assertThat(holds(regions, "c", "before")).isTrue();
    assertThat(holds(regions, "c", "meanwhile")).isTrue();
  }

  @Test
  void aPlannedFailOverLosesNothing() {
    Regions regions = accounts.lagging("a", "b");
    RegionsFixture.create(regions, "a", "x");

    regions.failOver("b");

    assertThat(regions.names()).containsExactly("b", "a");
    assertThat(holds(regions, "b", "x")).isTrue();
    assertThat(refusal(regions, "a")).contains(WriteRefusal.NOT_THE_WRITE_REGION);
    assertThat(RegionsFixture.create(regions, "b", "y").outcome()).isEqualTo(ItemOutcome.CREATED);
  }

  @Test
  void aPlannedFailOverNeedsBothRegions() {
    Regions regions = accounts.lagging("a", "b");
    regions.goDown("a");

    assertThatThrownBy(() -> regions.failOver("b")).isInstanceOf(IllegalStateException.class);
    assertThat(regions.writeRegion()).isEqualTo("a");
  }

  @Test
  void aForcedFailOverLosesWhatHadNotArrivedEverywhere() {
    Regions regions = accounts.lagging("a", "b", "c");
    RegionsFixture.create(regions, "a", "early");
    accounts.clock.tick(LAG);
    RegionsFixture.create(regions, "a", "late");

    int lost = regions.forceFailOver("b");

    assertThat(lost).isEqualTo(1);
    assertThat(List.of("a", "b", "c"))
        .allMatch(region -> holds(regions, region, "early"))
        .noneMatch(region -> holds(regions, region, "late"));
  }

  @Test
  void whatADeadWriteRegionHadNotSentStaysThereUntilItReturns() {
    Regions regions = accounts.lagging("a", "b");
    RegionsFixture.create(regions, "a", "x");
    regions.goDown("a");
    accounts.clock.tick(LAG.multipliedBy(10));
    assertThat(holds(regions, "b", "x")).isFalse();

    regions.comeBack("a");

    assertThat(holds(regions, "b", "x")).isTrue();
  }

  @Test
  void aDeadWriteRegionThatWasReplacedReturnsWithoutItsLostWrites() {
    Regions regions = accounts.lagging("a", "b");
    RegionsFixture.create(regions, "a", "lost");
    regions.goDown("a");
    assertThat(regions.forceFailOver("b")).isEqualTo(1);
    RegionsFixture.create(regions, "b", "new");

    regions.comeBack("a");

    assertThat(holds(regions, "a", "lost")).isFalse();
    assertThat(holds(regions, "a", "new")).isTrue();
  }

  @Test
  void aForcedFailOverOfAStrongAccountLosesNothing() {
    Regions regions = accounts.strong("a", "b", "c");
    RegionsFixture.create(regions, "a", "x");
    regions.goDown("a");

    assertThat(regions.forceFailOver("b")).isZero();
    assertThat(holds(regions, "b", "x")).isTrue();
  }

  @Test
  void noTagOfALostVersionIsEverGivenAgain() {
    Regions regions = accounts.lagging("a", "b");
    Item first = item(RegionsFixture.create(regions, "a", "x"));
    accounts.clock.tick(LAG);
    Item lost = item(apply(regions, "a", new Operation.Replace("x", doc("x"), first.etag())));
    regions.forceFailOver("b");

    Item instead = item(apply(regions, "b", new Operation.Replace("x", doc("x"), first.etag())));
    ItemResult late = apply(regions, "b", new Operation.Replace("x", doc("x"), lost.etag()));

    assertThat(instead.etag()).isNotEqualTo(lost.etag());
    assertThat(late.outcome()).isEqualTo(ItemOutcome.STALE);
  }

  @Test
  void deletionsAndContainersReachTheOthersToo() {
    Regions regions = accounts.strong("a", "b");
    RegionsFixture.create(regions, "a", "x");

    apply(regions, "a", new Operation.Delete("x", null));

    assertThat(holds(regions, "b", "x")).isFalse();
    assertThat(
            regions.<String>read("a", store -> items(store).resourceId())
                + regions.<Long>read("a", store -> items(store).sequence()))
        .isEqualTo(
            regions.<String>read("b", store -> items(store).resourceId())
                + regions.<Long>read("b", store -> items(store).sequence()));
  }
}
