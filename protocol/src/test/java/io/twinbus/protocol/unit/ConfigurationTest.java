package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.settings.ClusterKeys;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.LedgerKeys;
import io.twinbus.protocol.settings.RegionKeys;
import io.twinbus.protocol.settings.SenderKeys;
import io.twinbus.protocol.settings.Setting;
import io.twinbus.protocol.settings.SettingCatalogue;
import io.twinbus.protocol.settings.SettingSection;
import io.twinbus.protocol.settings.ShownSetting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {

  @TempDir private Path directory;

  @Test
  void nestedKeysBecomeDottedOnesAndScalarsStayAsWritten() throws IOException {
    FlatSettings settings =
        load(
            """
            twinbus:
              cluster: no
              standby-delay: 15s
              sender.lanes: 2_5
              regions:
                west-europe:
                  namespace: w.example.net
            """,
            Map.of());

    assertThat(settings.get(ClusterKeys.CLUSTER)).isEqualTo("no");
    assertThat(settings.get(ClusterKeys.STANDBY_DELAY)).isEqualTo(Duration.ofSeconds(15));
    assertThat(settings.get(SenderKeys.LANES)).isEqualTo(25);
    assertThat(settings.find(RegionKeys.namespace("west-europe"))).contains("w.example.net");
  }

  @Test
  void keysMayBeWrittenInCamelCase() throws IOException {
    FlatSettings settings =
        load("twinbus: {standbyDelay: 3s, regions: {east: {connectionString: secret}}}", Map.of());

    assertThat(settings.get(ClusterKeys.STANDBY_DELAY)).isEqualTo(Duration.ofSeconds(3));
    assertThat(settings.find(RegionKeys.connectionString("east"))).contains("secret");
  }

  @Test
  void environmentVariablesWinOverTheFile() throws IOException {
    FlatSettings settings =
        load(
            "twinbus: {ledger: {key: from-file, database: kept}}",
            Map.of("TWINBUS_LEDGER_KEY", "from-environment", "PATH", "/bin"));

    assertThat(settings.find(LedgerKeys.KEY)).contains("from-environment");
    assertThat(settings.get(LedgerKeys.DATABASE)).isEqualTo("kept");
  }

  @Test
  void everySettingHasItsVariable() {
    for (SettingSection section : SettingCatalogue.sections()) {
      for (Setting<?> setting : section.settings()) {
        String value = setting.otherwiseText().orElse("7s");
        FlatSettings settings =
            Configuration.load(
                empty(), Map.of(setting.variable().replace("<NAME>", "NORTH_SEA"), value));

        assertThat(settings.shown())
            .as(setting.name())
            .singleElement()
            .satisfies(
                shown -> {
                  assertThat(shown.key()).isEqualTo(setting.name().replace("<name>", "north-sea"));
                  assertThat(shown.isKnown()).isTrue();
                });
      }
    }
  }

  @Test
  void aVariableThatNamesNoSettingKeepsItsName() {
    FlatSettings settings =
        Configuration.load(empty(), Map.of("TWINBUS_QUEU", "x", "TWINBUS_JAVA_OPTS", "-Xmx1g"));

    assertThat(settings.shown())
        .containsExactly(new ShownSetting("TWINBUS_QUEU", false, Optional.empty()));
  }

  @Test
  void placeholdersStandForVariablesAndOtherKeysAndDefaults() throws IOException {
    FlatSettings settings =
        load(
            """
            app.name: parcels
            twinbus:
              cluster: ${app.name}
              queue: ${QUEUE:none}-${COLOUR:blue:green}
              ledger.database: ${twinbus.cluster}
            """,
            Map.of("QUEUE", "$1{x"));

    assertThat(settings.get(ClusterKeys.CLUSTER)).isEqualTo("parcels");
    assertThat(settings.find(ClusterKeys.QUEUE)).contains("$1{x-blue:green");
  }

  @Test
  void aPlaceholderThatNothingStandsForIsAMistakeOfItsSetting() throws IOException {
    FlatSettings settings = load("twinbus.queue: ${NOBODY_SET_THIS}", Map.of());

    assertThatThrownBy(() -> settings.find(ClusterKeys.QUEUE))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("twinbus.queue has a placeholder for something that is not set");
  }

  @Test
  void whatIsNotBelowTwinbusIsForTheFrameworkAsItStands() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("twinbus.yaml"),
            "micronaut: {serverPort: '${PORT}', paths: [a, {b: c}]}\ntwinbus.queue: q\n");

    assertThat(Configuration.read(file, Map.of("TWINBUS_REGION", "east")).others())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "micronaut.serverPort", "${PORT}",
                "micronaut.paths[0]", "a",
                "micronaut.paths[1].b", "c"));
  }

  @Test
  void aRegionWithNothingBelowItIsNotPassedOver() throws IOException {
    FlatSettings settings =
        load(
            """
            twinbus.regions:
              east: {}
              north:
              west: {namespace: w.example.net}
            """,
            Map.of());

    assertThatThrownBy(() -> ClusterSettings.from(settings))
        .isInstanceOfSatisfying(
            InvalidSettingException.class,
            mistakes ->
                assertThat(mistakes.sentences())
                    .satisfiesExactly(
                        first -> assertThat(first).startsWith("twinbus.regions.east needs either"),
                        second ->
                            assertThat(second).startsWith("twinbus.regions.north needs either")));
  }

  @Test
  void eachMistakeIsOneSentence() {
    assertMistake("twinbus: {regions: [east, west]}", "twinbus.regions in .* is a list");
    assertMistake("twinbus: {queue: a\n", "is no valid YAML: see line 1");
    assertMistake("a: 1\na: 2\n", "is no valid YAML: see line 2, found duplicate key a");
    assertMistake("just words", "holds no settings: begin with 'twinbus:'");
    assertMistake("a: !!java.net.URL [x]", "is no valid YAML");
    assertMistake("a.b: 1\na: {b: 2}", "a.b stands twice");
    assertMistake(
        "twinbus: {maxSessions: 1, max-sessions: 2}", "twinbus.max-sessions stands twice");
  }

  @Test
  void aliasesStandForNoMoreThanTheBound() {
    String tooMany = "has more than 10000 values or 32 levels";
    assertMistake("a: &a {b: *a}", tooMany);
    assertMistake("a: &a [*a]", tooMany);
    StringBuilder laughs = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 10; i++) {
      String before = "*a" + (i - 1);
      laughs.append("a%d: &a%d [%s]\n".formatted(i, i, String.join(", ", before, before, before)));
    }
    assertMistake(laughs.toString(), tooMany);
    assertMistake("a: " + "[".repeat(40) + "]".repeat(40), tooMany);
    assertMistake(
        "a: " + "[".repeat(100_000), "is no valid YAML: look at its indentation and its quotes\\.");
  }

  @Test
  void asManyValuesAndLevelsAsTheBoundAreRead() {
    String values = "a: [" + "x, ".repeat(9_998) + "x]";
    String levels = "a: " + "[".repeat(31) + "x" + "]".repeat(31);

    assertThatCode(() -> load(values, Map.of())).doesNotThrowAnyException();
    assertThatCode(() -> load(levels, Map.of())).doesNotThrowAnyException();
    assertMistake(values + "\nb: x", "has more than 10000 values");
    assertMistake("a: [" + levels.substring(3) + "]", "or 32 levels");
  }

  @Test
  void aFileIsReadUpToOneMebibyte() {
    String settings = "twinbus: {cluster: a}\n";
    String largest = settings + "#".repeat((1 << 20) - settings.length());

    assertThatCode(() -> load(largest, Map.of())).doesNotThrowAnyException();
    assertMistake(largest + "#", "is larger than 1 MiB: make it smaller");
    assertMistake("#".repeat((1 << 20) - 1) + "ä", "is larger than 1 MiB");
  }

  @Test
  void aMistakeInTheFormRepeatsNothingOfTheFile() {
    assertThatThrownBy(() -> load("twinbus: {ledger: {key: *hunter2}}", Map.of()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("see line 1.")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void everyKeyThatIsAListOrStandsTwiceIsTold() {
    assertThatThrownBy(() -> load("a.b: 1\na: {b: 2}\ntwinbus: {c: [1], d: [2]}\n", Map.of()))
        .isInstanceOfSatisfying(
            InvalidSettingException.class,
            mistakes ->
                assertThat(mistakes.sentences())
                    .satisfiesExactly(
                        first -> assertThat(first).startsWith("a.b stands twice"),
                        second -> assertThat(second).contains("twinbus.c in ", "is a list"),
                        third -> assertThat(third).contains("twinbus.d in ", "is a list")));
  }

  @Test
  void aNamedFileMustExist() {
    Path missing = directory.resolve("missing.yaml");

    assertThatThrownBy(() -> Configuration.load(missing, Map.of()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("There is no configuration file '%s'.", missing);
  }

  @Test
  void withoutAFileTheEnvironmentIsEnough() {
    FlatSettings settings = Configuration.load(null, Map.of("TWINBUS_REGION", "east"));

    assertThat(settings.find(ClusterKeys.REGION)).contains("east");
  }

  private Path empty() {
    try {
      return Files.writeString(directory.resolve("empty.yaml"), "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertMistake(String yaml, String pattern) {
    assertThatThrownBy(() -> load(yaml, Map.of()))
        .isInstanceOf(InvalidSettingException.class)
        .message()
        .containsPattern(pattern)
        .doesNotContain("\n");
  }

  private FlatSettings load(String yaml, Map<String, String> environment) throws IOException {
    Path file = Files.writeString(directory.resolve("twinbus.yaml"), yaml);
    return Configuration.load(file, environment);
  }
}
