package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.settings.ClusterKeys;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.LedgerKeys;
import io.twinbus.protocol.settings.ReceiverKeys;
import io.twinbus.protocol.settings.RegionKeys;
import io.twinbus.protocol.settings.SenderKeys;
import io.twinbus.protocol.settings.Setting;
import io.twinbus.protocol.settings.SettingCatalogue;
import io.twinbus.protocol.settings.ShownSetting;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingCatalogueTest {

  @Test
  void everyDefaultIsAValueThatItsSettingCanHave() {
    SettingCatalogue.sections().stream()
        .flatMap(section -> section.settings().stream())
        .forEach(SettingCatalogueTest::assertDefault);
  }

  private static <T> void assertDefault(Setting<T> setting) {
    setting.otherwise().ifPresent(setting::check);
    setting
        .otherwiseText()
        .ifPresent(
            text ->
                assertThat(FlatSettings.of(Map.of(setting.name(), text)).get(setting))
                    .isEqualTo(setting.otherwise().orElseThrow()));
  }

  @ParameterizedTest
  @CsvSource({
    "twinbus.receiver.max-session, twinbus.receiver.max-sessions, twinbus.sender.max-sessions",
    "twinbus.receiver.http.ulr, twinbus.receiver.http.url, twinbus.ledger.key",
    "twinbus.ledger.account-key, twinbus.ledger.key, twinbus.queue",
    "TWINBUS_LEDGER_ACCOUNT_KEY, twinbus.ledger.key, twinbus.queue",
    "TWINBUS_QUEU, twinbus.queue, twinbus.ledger.key",
    "twinbus.regions.east.namspace, twinbus.regions.east.namespace, twinbus.queue",
    "twinbus.regions.east, twinbus.regions.<name>.namespace, twinbus.queue",
  })
  void anUnknownNameIsAnsweredWithThoseThatMayBeMeant(String key, String near, String far) {
    assertThat(SettingCatalogue.unknown(key))
        .startsWith(key + " is no setting of this version: it knows ")
        .contains(near)
        .doesNotContain(far)
        .endsWith(".");
  }

  @Test
  void unknownNamesAreRefusedAndForeignOnesAreNot() {
    FlatSettings settings =
        FlatSettings.of(
            Map.of(
                "twinbus.queu", "a",
                "twinbus.ledger.keys", "b",
                "twinbus.regions.east.namespace", "e",
                "TWINBUS_ELSE", "c",
                "datasources.default.password", "d"));

    assertThatThrownBy(
            () ->
                settings.collect(
                    all -> {
                      all.refuseUnknown();
                      return "";
                    }))
        .isInstanceOfSatisfying(
            InvalidSettingException.class,
            mistakes ->
                assertThat(mistakes.sentences())
                    .satisfiesExactly(
                        first -> assertThat(first).startsWith("twinbus.ledger.keys is no setting"),
                        second -> assertThat(second).startsWith("twinbus.queu is no setting")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          twinbus.ledger.endpoint              | https://a.example.org/ | https://a.example.org/
          twinbus.ledger.endpoint              | AccountKey=hunter2     | -
          twinbus.ledger.key                   | hunter2                | -
          twinbus.ledger.keys                  | hunter2                | -
          twinbus.receiver.http.url            | http://h/x?code=hunter2 | http://h/x?(not shown)
          twinbus.receiver.http.url            | http://h/x#hunter2     | http://h/x?(not shown)
          twinbus.receiver.http.url            | http://u:hunter2@h/x   | -
          twinbus.receiver.http.secret         | whsec_hunter2          | -
          twinbus.receiver.max-sessions        | 12                     | 12
          twinbus.receiver.max-sessions        | hunter2                | -
          twinbus.regions.east.namespace       | east.example.org:5671  | east.example.org:5671
          twinbus.regions.east.namespace       | Endpoint=sb://x;SharedAccessKey=hunter2 | -
          twinbus.regions.east.connection-string | hunter2              | -
          twinbus.regions.east.connectionString  | hunter2              | -
          twinbus.queues.orders.http.secret    | whsec_hunter2          | -
          twinbus.queues.orders.http.secrets   | whsec_hunter2          | -
          twinbus.queues.orders.http.url       | http://h/x?code=hunter2 | http://h/x?(not shown)
          twinbus.queues.orders.http.url       | http://u:hunter2@h/x   | -
          twinbus.queues.orders.max-sessions   | 12                     | 12
          twinbus.queues.orders                | hunter2                | -
          datasources.default.password         | hunter2                | -
          """)
  void onlyWhatIsKnownNotToBeSecretIsShown(String key, String value, String shown) {
    assertThat(FlatSettings.of(Map.of(key, value)).shown())
        .extracting(ShownSetting::value)
        .containsExactly(Optional.ofNullable(shown));
  }

  @Test
  void aSettingIsFoundByNameAndByVariable() {
    assertThat(SettingCatalogue.find("twinbus.sender.lanes")).contains(SenderKeys.LANES);
    assertThat(SettingCatalogue.findVariable("TWINBUS_RECEIVER_HTTP_URL"))
        .contains(ReceiverKeys.HTTP_URL);
    assertThat(SettingCatalogue.find("twinbus.regions.north-sea.namespace"))
        .map(Setting::name)
        .contains(RegionKeys.namespace("north-sea").name());
    assertThat(SettingCatalogue.find("twinbus.queues.night-runs.http.url"))
        .map(Setting::name)
        .contains("twinbus.queues.night-runs.http.url");
    assertThat(SettingCatalogue.find("twinbus.regions.namespace")).isEmpty();
    assertThat(SettingCatalogue.find("twinbus.regions")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "twinbus.sender.maxSessions, twinbus.sender.max-sessions",
    "twinbus.regions.northSea.connectionString, twinbus.regions.northSea.connection-string",
    "twinbus.queues.nightRuns.onPoison, twinbus.queues.nightRuns.on-poison",
    "twinbus.queues.nightRuns, twinbus.queues.nightRuns",
    "micronaut.serverPort, micronaut.serverPort"
  })
  void aKeyIsSpelledWithHyphensAndANameStays(String key, String spelled) {
    assertThat(SettingCatalogue.spelled(key)).isEqualTo(spelled);
  }

  @Test
  void aProgramsValueIsCheckedByTheRulesForAFile() {
    assertThatThrownBy(() -> SenderKeys.LANES.check(1_000))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("twinbus.sender.lanes is '1000': give a whole number from 1 to 256.");
    assertThatThrownBy(() -> LedgerKeys.RETENTION.check(Duration.ofHours(47)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("twinbus.ledger.retention is '47h': give 2d to 3650d.");
    LedgerKeys.RETENTION.check(Duration.ofDays(2));
  }

  @ParameterizedTest
  @CsvSource({
    "90s, 90s",
    "60s, 1m",
    "PT0.25S, 250ms",
    "48h, 2d",
    "0ms, 0s",
    "PT0.0015S, PT0.0015S"
  })
  void durationsAreWrittenInTheLargestUnitThatIsExact(String text, String written) {
    Duration value =
        FlatSettings.of(Map.of("twinbus.standby-delay", text)).get(ClusterKeys.STANDBY_DELAY);

    assertThat(ClusterKeys.STANDBY_DELAY.type().write(value)).isEqualTo(written);
  }

  @Test
  void aSecretThatIsRefusedIsNotRepeated() {
    FlatSettings settings = FlatSettings.of(Map.of("twinbus.regions.east.namespace", "k=hunter2"));

    assertThatThrownBy(() -> settings.find(RegionKeys.namespace("east")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "twinbus.regions.east.namespace is no host name: give a host name such as"
                + " orders-east.servicebus.windows.net.");
  }
}
