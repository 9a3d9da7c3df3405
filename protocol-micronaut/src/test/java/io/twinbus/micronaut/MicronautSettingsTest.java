package io.twinbus.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.env.PropertySource;
import io.micronaut.context.env.PropertySource.PropertyConvention;
import io.twinbus.protocol.settings.ClusterKeys;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.ReceiverKeys;
import io.twinbus.protocol.settings.RegionKeys;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MicronautSettingsTest {

  @Test
  void valuesKeepMicronautsPrecedenceAndPlaceholders() {
    FlatSettings settings =
        settings(
            PropertySource.of(
                "file",
                Map.of(
                    "twinbus.queue", "${app.queue:none}",
                    "twinbus.standbyDelay", "3s",
                    "twinbus.receiver.max-sessions", 12,
                    "app.queue", "parcels"),
                -300),
            variables(Map.of("TWINBUS_STANDBY_DELAY", "5s")));

    assertThat(settings.find(ClusterKeys.QUEUE)).contains("parcels");
    assertThat(settings.get(ClusterKeys.STANDBY_DELAY)).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.get(ReceiverKeys.MAX_SESSIONS)).isEqualTo(12);
  }

  @Test
  void regionsComeFromFilesAndFromVariables() {
    FlatSettings settings =
        settings(
            PropertySource.of("file", Map.of("twinbus.regions.east.namespace", "e.example.org")),
            variables(Map.of("TWINBUS_REGIONS_NORTH_SEA_CONNECTION_STRING", "secret")));

    assertThat(settings.names(RegionKeys.REGIONS)).containsExactly("east", "north-sea");
    assertThat(settings.find(RegionKeys.connectionString("north-sea"))).contains("secret");
  }

  @Test
  void unknownNamesAreKeptToBeRefusedButNotThoseOfTheEnvironment() {
    FlatSettings settings =
        settings(
            PropertySource.of(
                "file", Map.of("twinbus.queu", "a", "twinbus.sender.lane", 4, "other.key", "b")),
            variables(Map.of("TWINBUS_SOMETHING", "c")));

    assertThatThrownBy(settings::refuseUnknown)
        .isInstanceOfSatisfying(
            InvalidSettingException.class,
            mistakes ->
                assertThat(mistakes.sentences())
                    .satisfiesExactly(
                        first -> assertThat(first).startsWith("twinbus.queu is no setting"),
                        second ->
                            assertThat(second).startsWith("twinbus.sender.lane is no setting")));
  }

  @Test
  void aPlaceholderThatNothingStandsForIsAMistakeOfItsSetting() {
    FlatSettings settings =
        settings(PropertySource.of("file", Map.of("twinbus.queue", "${nobody.set.this}")));

    assertThatThrownBy(() -> settings.find(ClusterKeys.QUEUE))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("twinbus.queue has a placeholder for something that is not set");
  }

  private static PropertySource variables(Map<String, Object> values) {
    return PropertySource.of(
        "variables",
        values,
        PropertyConvention.ENVIRONMENT_VARIABLE,
        PropertySource.Origin.of("test"));
  }

  private static FlatSettings settings(PropertySource... sources) {
    try (ApplicationContext context =
        ApplicationContext.builder()
            .banner(false)
            .deduceEnvironment(false)
            .propertySources(sources)
            .start()) {
      return MicronautSettings.of(context.getEnvironment());
    }
  }
}
