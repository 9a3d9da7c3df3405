package io.twinbus.proving.killtest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.ExitCode;
import io.twinbus.rehearsal.run.RunOutcome;
import io.twinbus.rehearsal.terminal.Printout;
import java.util.List;

/**
 * The verdict on a kill test, whose rows are printed already.
 *
 * @param kills how many kills there were
 * @param seed what chose their moments
 * @param defects how many defects were found
 */
record KillTestOutcome(int kills, long seed, int defects) implements RunOutcome {

  @Override
  public List<String> objections() {
    return defects == 0 ? List.of() : List.of("%d defects (seed %d).".formatted(defects, seed));
  }

  @Override
  public void print(Printout sheet) {
    objections().forEach(sheet::text);
    if (isPassed()) {
      sheet.text("Nothing acknowledged was lost in %d kills (seed %d).".formatted(kills, seed));
    }
  }

  @Override
  public ObjectNode json() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("kills", kills)
        .put("seed", seed)
        .put("defects", defects);
  }

  @Override
  public ExitCode exitCode() {
    return isPassed() ? ExitCode.OK : ExitCode.UNHEALTHY;
  }
}
