package io.twinbus.local.unit;

import static io.twinbus.local.unit.RegionsFixture.KEY;
import static io.twinbus.local.unit.RegionsFixture.createItem;
import static io.twinbus.local.unit.RegionsFixture.doc;
import static io.twinbus.local.unit.RegionsFixture.holds;
import static io.twinbus.local.unit.RegionsFixture.item;
import static io.twinbus.local.unit.RegionsFixture.itemRefusal;
import static io.twinbus.local.unit.RegionsFixture.items;
import static io.twinbus.local.unit.RegionsFixture.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.local.cosmos.regions.Regions;
import io.twinbus.local.cosmos.regions.WriteRefusal;
import io.twinbus.local.cosmos.store.Item;
import io.twinbus.local.cosmos.store.ItemOutcome;
import io.twinbus.local.cosmos.store.Operation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A partition that its write region has lost, while the account stays where it is. */
class LostPartitionsTest {

  private final RegionsFixture accounts = new RegionsFixture();

  @Test
  void aLostPartitionIsWrittenElsewhereAndTheOthersStay() {
    Regions regions = accounts.strong("a", "b", "c");
    RegionsFixture.create(regions, "a", "before");
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
    Regions regions = accounts.strong("a", "b", "c");
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
    Regions regions = accounts.strong("a", "b", "c");
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
    Regions regions = accounts.strong("a", "b", "c");
    regions.partitions().failOver("items", "b");
    Item first = item(createItem(regions, "b", "x"));

    regions.failOver("a");

    assertThat(regions.partitions().writeRegion("items")).isEqualTo("a");
    assertThat(item(createItem(regions, "a", "y")).etag()).isNotEqualTo(first.etag());
  }

  @Test
  void aPartitionNeedsAQuorumOfTheRegionsThatServeIt() {
    Regions regions = accounts.strong("a", "b", "c");
    regions.partitions().lose("items", "b");
    assertThat(itemRefusal(regions, "a")).isEmpty();

    regions.partitions().lose("items", "c");

    assertThat(itemRefusal(regions, "a")).contains(WriteRefusal.NO_QUORUM);
    assertThat(refusal(regions, "a")).isEmpty();
  }

  @Test
  void aWriteToALostQuorumOfAPartitionLandsWhenThePartitionIsBack() {
    Regions regions = accounts.strong("a", "b");
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
    Regions regions = accounts.strong("a", "b", "c");
    regions.partitions().lose("items", "b");

    assertThatThrownBy(() -> regions.partitions().failOver("items", "b"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("does not serve items");
    assertThatThrownBy(() -> accounts.lagging("a", "b").partitions().failOver("items", "b"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("strongly consistent");
  }
}
