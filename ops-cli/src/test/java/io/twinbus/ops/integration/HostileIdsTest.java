package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.protocol.text.Printable;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ids and reasons that try to redraw the terminal, forge a line or become a formula. */
class HostileIdsTest {

  private static final String HOSTILE = "=1+1\u001b[2J\r\ntwinbus: all is well\u202e\u009b,\"x";
  @AutoClose private static Site site;

  @BeforeAll
  static void start() throws Exception {
    site = new Site();
    site.run("ledger", "init", "--yes");
    Block block = new Block(HOSTILE, HOSTILE, HOSTILE, Instant.now());
    site.create(HOSTILE, new Custody(SessionStatus.BLOCKED, null, 3, block));
    site.send(HOSTILE, 1, "east", "west");
    site.kill(HOSTILE, "east");
  }

  @ParameterizedTest
  @CsvSource({
    "sessions list, true",
    "sessions list --counts, false",
    "sessions show ID, true",
    "sessions unblock ID --retry --reason x, true",
    "sessions release ID --reason x --yes, false",
    "sessions show ID-unknown, false",
    "messages trace ID-1 --session ID --stream web-1 --seq 1, true",
    "dlq list, true",
    "dlq replay --all --reason x, false",
    "gaps list, false",
    "gaps skip ID --reason x --yes, false",
    "watch, false",
    "doctor --read-only, false"
  })
  void nothingThatACommandPrintsCarriesThem(String line, boolean showsTheId) {
    for (String format : List.of("table", "json", "jsonl", "csv")) {
      Site.Answer answer = site.run(arguments(line + " -o " + format));

      String printed = answer.out() + answer.err();
      assertThat(printed.chars().filter(c -> c != '\n').mapToObj(c -> (char) c))
          .as("%s -o %s", line, format)
          .noneMatch(Printable::isUnsafe);
      assertThat(printed.lines()).noneMatch(each -> each.startsWith("twinbus: all is well"));
      if (showsTheId) {
        assertThat(answer.out()).as("%s -o %s", line, format).contains("1+1\\u001B[2J");
      }
    }
  }

  @Test
  void jsonHasTheExactIdAndCsvNoFormula() throws Exception {
    JsonNode session = site.run("sessions", "show", HOSTILE, "-o", "json").json();
    List<String> csv =
        site.run("sessions", "list", "-o", "csv", "--prefix", "=1").out().lines().toList();

    assertThat(session.get("session").textValue()).isEqualTo(HOSTILE);
    assertThat(csv).hasSize(2);
    assertThat(csv.get(1)).startsWith("\"'=1+1\\u001B");
  }

  private static String[] arguments(String line) {
    return List.of(line.split(" ")).stream()
        .map(word -> word.replace("ID", HOSTILE))
        .toArray(String[]::new);
  }
}
