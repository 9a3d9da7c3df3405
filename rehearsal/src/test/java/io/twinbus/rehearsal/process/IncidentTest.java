package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short incident in processes of its own. {@code .ci/incidents} plays the long ones. */
@Tag("long")
class IncidentTest {

  @TempDir private Path directory;

  @Test
  void aHandlerThatIsDownInBothRegionsCostsNoMessageItsPlace() throws Exception {
    JsonNode json = incident("--answer", "500", "--for", "15s");

    assertThat(json.get("handled").intValue()).isEqualTo(120);
    assertThat(json.get("deadLetterCopies").intValue()).isZero();
    assertThat(json.get("sessionsOutOfOrder").intValue()).isZero();
  }

  @Test
  void aHandlerThatRefusesEverythingIsBelievedTwiceByEachReceiver() throws Exception {
    JsonNode json = incident("--answer", "400", "--for", "10s");

    assertThat(json.get("dead").intValue()).isLessThanOrEqualTo(4);
    assertThat(json.get("sessionsOutOfOrder").intValue()).isZero();
  }

  private JsonNode incident(String... outage) throws Exception {
    Path report = directory.resolve("report.json");
    String[] command = {
      "incident", "handler-away", "--receivers-per-region", "1", "--report", report.toString()
    };
    String[] whole = Arrays.copyOf(command, command.length + outage.length);
    System.arraycopy(outage, 0, whole, command.length, outage.length);

    Twinbus run = Twinbus.run(directory, whole);

    assertThat(run.out() + run.err()).startsWith("Verified:");
    assertThat(run.exitCode()).isZero();
    return new ObjectMapper().readTree(report.toFile());
  }
}
