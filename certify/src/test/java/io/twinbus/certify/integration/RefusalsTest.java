package io.twinbus.certify.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.LocalStack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When nothing is begun, and what cannot be tried. */
class RefusalsTest {

  private static LocalStack stack;

  @BeforeAll
  static void start() {
    stack = LocalStack.builder().regions("east").start();
  }

  @AfterAll
  static void stop() {
    stack.close();
  }

  @Test
  void withoutATerminalItBeginsOnlyWhenToldTo() {
    Certified certified = Certified.of(stack);

    assertThat(certified.code()).isEqualTo(2);
    assertThat(certified.err()).contains("23 checks in east", "say --yes to begin");
    assertThat(stack.region("east").counts()).hasSize(1);
  }

  @Test
  void aProgramWithoutTheClosingRunSaysSoUnlessTheChecksAloneAreAskedFor() {
    String sentence = "This program has the checks alone.";

    assertThat(Certified.of(stack).err()).contains(sentence);
    assertThat(Certified.of(stack, "--checks-only").err()).doesNotContain(sentence);
  }

  @Test
  void itDoesNotBeginWhenItMayCostMoreThanAllowed() {
    Certified certified = Certified.of(stack, "--yes", "--most-cost", "10");

    assertThat(certified.code()).isEqualTo(2);
    assertThat(certified.err()).contains("--most-cost allows 10");
    assertThat(stack.region("east").counts()).hasSize(1);
  }

  @Test
  void anEarlierReportThatIsNoneIsNamed(@TempDir Path files) throws Exception {
    Path file = Files.writeString(files.resolve("last.json"), "{}");

    Certified certified = Certified.of(stack, "--yes", "--compare", file.toString());

    assertThat(certified.code()).isEqualTo(2);
    assertThat(certified.err()).contains("last.json cannot be compared with");
  }

  @Test
  void anEarlierReportThatIsNotThereIsNamed() {
    Certified certified = Certified.of(stack, "--yes", "--compare", "nowhere.json");

    assertThat(certified.code()).isEqualTo(2);
    assertThat(certified.err()).contains("There is no file 'nowhere.json' to compare with");
  }

  @Test
  void aReportThatCannotBeWrittenIsSaidBeforeAnythingIsMade(@TempDir Path files) {
    Certified nowhere =
        Certified.of(stack, "--yes", "--report-html", files.resolve("no/page.html").toString());
    Certified directory = Certified.of(stack, "--yes", "--report-json", files.toString());

    assertThat(nowhere.code()).isEqualTo(2);
    assertThat(nowhere.err())
        .contains("page.html: there is no directory " + files.resolve("no"))
        .doesNotContain("checks in east");
    assertThat(directory.code()).isEqualTo(2);
    assertThat(directory.err()).contains("it is no file that may be written");
  }

  @Test
  void whereNothingAnswersNothingIsKnown() throws Exception {
    Map<String, String> settings = Certified.settings(stack);
    settings.put("TWINBUS_LEDGER_KEY", "d3Jvbmc=");
    settings.put(
        "TWINBUS_REGIONS_EAST_CONNECTION_STRING",
        "Endpoint=sb://127.0.0.1:1;SharedAccessKeyName=k;SharedAccessKey=k;UseDevelopmentEmulator=true");

    Certified certified = Certified.of(settings, "--yes", "--output", "json");

    assertThat(certified.code()).isEqualTo(6);
    assertThat(certified.checks("NOT_RUN")).hasSize(23);
    assertThat(certified.err())
        .contains(
            "No queue could be made at 127.0.0.1:1",
            "refuses the key: check twinbus.ledger.key",
            "23 of 23 assumptions could not be tried");
  }
}
