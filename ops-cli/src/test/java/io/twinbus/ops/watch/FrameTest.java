package io.twinbus.ops.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ops.ledger.InstanceView;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameTest {

  private static final String RED = "\u001b[31m";
  private static final Snapshot.Queue DOWN =
      Snapshot.Queue.silent("Region west does not answer (no connection to west.example:5671).");

  @ParameterizedTest
  @CsvSource({"40,10", "80,24", "110,30", "200,50"})
  void noLineIsWiderAndNoPictureHigherThanTheTerminal(int width, int height) {
    List<String> lines = frame(width, height, Ink.NONE, 30);

    assertThat(lines).allMatch(line -> line.length() <= width);
    assertThat(lines.size()).isLessThan(height + 7);
    assertThat(String.join("\n", lines)).contains("east", "OPEN", "NO ANSWER", "sessions:");
  }

  @Test
  void aNarrowTerminalGetsFewerColumnsAndAWideOneTheTrouble() {
    String narrow = String.join("\n", frame(80, 24, Ink.NONE, 2));
    String wide = String.join("\n", frame(200, 50, Ink.NONE, 2));

    assertThat(narrow).contains("RECV", "instance").doesNotContain("VERSION", "TROUBLE");
    assertThat(wide).contains("VERSION", "TROUBLE", "does not answer", "instance-0");
  }

  @Test
  void troubleIsColouredWhereThereIsColour() {
    assertThat(frame(80, 24, Ink.NONE, 1)).noneMatch(line -> line.contains("\u001b"));
    assertThat(frame(80, 24, Ink.COLOUR, 1))
        .anyMatch(line -> line.startsWith(RED + "west"))
        .anyMatch(line -> line.startsWith(RED + "sessions:"));
  }

  @Test
  void aPauseIsInTheTableAndInWords() {
    List<String> lines =
        new Frame(200, 50, Ink.NONE)
            .lines(
                "orders",
                Pictures.paused(Pictures.at(Pictures.NOW)),
                new Rates(),
                new Events(Pictures.LEASE),
                Pictures.LEASE);

    assertThat(lines).anyMatch(line -> line.matches("west +PAUSED .*"));
    assertThat(lines)
        .contains(
            "Paused: region west, by ann 0s ago, until 2026-03-01T12:30:00Z (30m left): change 12");
  }

  @Test
  void whatOnlyTheLedgerKnowsIsUnknownWithoutItAndNotZero() {
    List<String> lines =
        new Frame(80, 24, Ink.NONE)
            .lines(
                "orders",
                Pictures.withoutLedger(Pictures.NOW),
                new Rates(),
                new Events(Pictures.LEASE),
                Pictures.LEASE);

    assertThat(lines).anyMatch(line -> line.matches("east +\\? +\\? +\\? +\\? +1s +3 +0"));
    assertThat(lines).contains("ledger: it does not answer");
  }

  @Test
  void instancesThatDoNotFitAreCounted() {
    assertThat(String.join("\n", frame(80, 24, Ink.NONE, 40))).containsPattern("… and \\d+ more");
  }

  private static List<String> frame(int width, int height, Ink ink, int instances) {
    InstanceView[] leases = new InstanceView[instances];
    for (int i = 0; i < instances; i++) {
      leases[i] = Pictures.lease("instance-" + i, Pictures.EAST, 1, 10, Pictures.NOW);
    }
    Snapshot now = Pictures.at(Pictures.NOW, DOWN, 2, leases);
    return new Frame(width, height, ink)
        .lines("orders", now, new Rates(), new Events(Pictures.LEASE), Pictures.LEASE);
  }
}
