package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.RegionLocations;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegionLocationsTest {

  @Test
  void aRegionWithoutALocationIsWhereItsNameSays() {
    FlatSettings flat =
        FlatSettings.of(
            Map.of(
                "twinbus.regions.east.namespace", "east.example.org",
                "twinbus.regions.east.location", "eastus2",
                "twinbus.regions.centralus.namespace", "central.example.org"));

    assertThat(RegionLocations.from(flat).byRegion())
        .containsExactlyInAnyOrderEntriesOf(Map.of("east", "eastus2", "centralus", "centralus"));
  }

  @ParameterizedTest
  @CsvSource({"East US 2, east", "eastus2, east", "Central US, middle", "East US, ", "'', "})
  void theRegionInAnAzureRegionIsFoundHoweverThatIsWritten(String azureRegion, String region) {
    RegionLocations locations =
        new RegionLocations(Map.of("east", "East-US-2", "middle", "centralus"));

    assertThat(locations.in(azureRegion).orElse(null)).isEqualTo(region);
  }

  @Test
  void ofTwoRegionsInOneAzureRegionTheFirstByNameIsFound() {
    RegionLocations locations =
        new RegionLocations(Map.of("south", "eastus2", "east", "eastus2", "north", "eastus2"));

    assertThat(locations.in("eastus2")).contains("east");
  }
}
