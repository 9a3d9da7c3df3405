package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterSettingsTest {

  private final Map<String, String> values =
      new HashMap<>(
          Map.of(
              "twinbus.regions.east.namespace", "east.servicebus.windows.net",
              "twinbus.regions.west.connection-string",
                  "Endpoint=sb://127.0.0.1:5673;SharedAccessKeyName=k;SharedAccessKey=hunter2"));

  @Test
  void defaultsApply() {
    ClusterSettings settings = read();

    assertThat(settings.standbyDelay()).isEqualTo(Duration.ofSeconds(15));
    assertThat(settings.entity().name()).isEqualTo("orders");
    assertThat(settings.home()).hasToString("by-session");
    assertThat(settings.region("west").endpoint()).isEqualTo("127.0.0.1:5673");
    assertThat(settings.toString()).doesNotContain("hunter2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"east", "west"})
  void aFixedHomeIsTheHomeOfEverySession(String home) {
    values.put("twinbus.home", home);

    ClusterSettings settings = read();

    assertThat(settings.home().homeOf(new SessionId("a"), settings.regionNames()))
        .isEqualTo(new RegionName(home));
  }

  @Test
  void regionsAreNamedInAlphabeticalOrder() {
    assertThat(read().regionNames())
        .containsExactly(new RegionName("east"), new RegionName("west"));
  }

  @Test
  void anAddressThatIsRefusedIsOneMistake() {
    values.put("twinbus.regions.north.namespace", "no host");

    assertThatThrownBy(this::read)
        .isInstanceOfSatisfying(
            InvalidSettingException.class,
            mistakes ->
                assertThat(mistakes.sentences())
                    .singleElement()
                    .asString()
                    .startsWith("twinbus.regions.north.namespace is 'no host'"));
  }

  @Test
  void theEntityIsAQueueOrATopic() {
    values.put("twinbus.topic", "events");
    values.put("twinbus.subscription", "audit");
    EntitySettings topic = read().entity();
    values.put("twinbus.queue", "parcels");
    assertMistake("Set twinbus.queue or twinbus.topic, not both.");
    values.remove("twinbus.topic");
    values.remove("twinbus.subscription");
    EntitySettings queue = read().entity();

    assertThat(topic.isTopic()).isTrue();
    assertThat(topic.inWords()).isEqualTo("the subscription 'events/audit'");
    assertThat(queue.isTopic()).isFalse();
    assertThat(queue.inWords()).isEqualTo("the queue 'parcels'");
  }

  @Test
  void twoRegionsWithOneEndpointAreRefused() {
    values.put("twinbus.regions.north.namespace", "East.servicebus.windows.net");

    assertMistake("The regions east and north have the same endpoint east.servicebus.windows.net");
  }

  @Test
  void mistakesAreOneSentenceEach() {
    values.put("twinbus.home", "nort");
    assertMistake("twinbus.home is 'nort': give by-session or one of the regions [east, west].");

    values.put("twinbus.standby-delay", "soon");
    assertMistake("twinbus.standby-delay is 'soon': give a duration such as 15s");

    values.put("twinbus.standby-delay", "8d");
    assertMistake("twinbus.standby-delay is '8d': give 0s to 7d.");

    values.put("twinbus.topic", "orders");
    assertMistake("twinbus.topic and twinbus.subscription go together");

    values.clear();
    assertMistake("No region is configured");
  }

  @Test
  void allMistakesAreToldAtOnce() {
    values.put("twinbus.regions.East.namespace", "east.servicebus.windows.net");
    values.put("twinbus.regions.North.namespace", "north.servicebus.windows.net");
    values.put("twinbus.regions.south.connection-string", "SharedAccessKey=hunter2");
    values.put("twinbus.standby-delay", "soon");
    values.put("twinbus.topic", "orders");
    values.put("twinbus.home", "nort");

    assertThatThrownBy(this::read)
        .isInstanceOfSatisfying(
            InvalidSettingException.class,
            mistakes ->
                assertThat(mistakes.sentences())
                    .satisfiesExactly(
                        first -> assertThat(first).contains("'East' is no region name"),
                        second -> assertThat(second).contains("'North' is no region name"),
                        third -> assertThat(third).contains("has no Endpoint=sb://"),
                        fourth -> assertThat(fourth).contains("twinbus.standby-delay is 'soon'"),
                        fifth -> assertThat(fifth).contains("go together"),
                        sixth ->
                            assertThat(sixth)
                                .contains("is 'nort'", "the regions [east, south, west].")))
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void whatNobodyCanJudgeIsNotTold() {
    values.put("twinbus.regions.North.namespace", "north.servicebus.windows.net");
    values.put("twinbus.home", "North");

    assertThatThrownBy(this::read)
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("twinbus.regions: 'North' is no region name")
        .hasMessageNotContaining("twinbus.home");
  }

  @Test
  void anUnknownRegionIsAnsweredWithThoseThereAre() {
    assertThatThrownBy(() -> read().region("north"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("There is no region 'north': the configuration has [east, west].");
  }

  private ClusterSettings read() {
    return ClusterSettings.from(FlatSettings.of(values));
  }

  private void assertMistake(String sentence) {
    assertThatThrownBy(this::read)
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(sentence);
  }
}
