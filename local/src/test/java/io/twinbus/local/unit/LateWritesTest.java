package io.twinbus.local.unit;

import static io.twinbus.local.unit.RegionsFixture.holds;
import static io.twinbus.local.unit.RegionsFixture.refuseButMayLand;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.local.cosmos.regions.LateWriteCounts;
import io.twinbus.local.cosmos.regions.Regions;
import io.twinbus.local.cosmos.store.ItemOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A write that was refused for want of a quorum, and what becomes of it later. */
class LateWritesTest {

  private final RegionsFixture accounts = new RegionsFixture();

  @Test
  void aWriteThatWasRefusedForWantOfAQuorumLandsBeforeAnyNewerOne() {
    Regions regions = accounts.strong("a", "b", "c");
    regions.landLate(1, 1);
    regions.goDown("b");
    regions.goDown("c");
    refuseButMayLand(regions, "x");
    assertThat(holds(regions, "a", "x")).isFalse();

    regions.comeBack("b");

    assertThat(List.of("a", "b")).allMatch(region -> holds(regions, region, "x"));
    assertThat(RegionsFixture.create(regions, "a", "x").outcome()).isEqualTo(ItemOutcome.CONFLICT);
    assertThat(regions.lateWrites()).isEqualTo(new LateWriteCounts(0, 1, 0, 0));
  }

  @Test
  void aLateWriteWhoseConditionDoesNotHoldChangesNothing() {
    Regions regions = accounts.strong("a", "b");
    regions.landLate(1, 1);
    regions.goDown("b");
    refuseButMayLand(regions, "x");
    refuseButMayLand(regions, "x");

    regions.comeBack("b");

    assertThat(regions.lateWrites()).isEqualTo(new LateWriteCounts(0, 1, 1, 0));
  }

  @Test
  void aLateWriteIsLostWithTheWriteRegionThatHadIt() {
    Regions regions = accounts.strong("a", "b", "c");
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
    Regions regions = accounts.strong("a", "b");
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
    Regions regions = accounts.strong("a", "b");
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
    assertThatThrownBy(() -> accounts.strong("a").landLate(chance, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
