package io.twinbus.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Writes down what random histories write to session records, in the words of the formal model:
 * docs/model/check replays what the last run has written. {@code -Dsimulation.model.seeds=N} says
 * how many histories.
 */
class ModelTraceTest {

  private static final int SEEDS = Integer.getInteger("simulation.model.seeds", 20);
  private static final int MANY_SEEDS = 60;
  private static final int BROKEN_HISTORIES = 10;
  private static final StreamId NO_STREAM = new StreamId("none");
  private static final Path DIRECTORY = Path.of("target", "model");

  /** What the model knows a worker and an operator to do. */
  private static final Set<String> STEPS =
      Set.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11");

  @Test
  void whatTheCodeWritesIsWrittenDownForTheModel() throws IOException {
    writeDown(SEEDS);
  }

  @Test
  @Tag("long")
  void whatItWritesInManyMoreHistoriesIsWrittenDown() throws IOException {
    writeDown(MANY_SEEDS);
  }

  private static void writeDown(int seeds) throws IOException {
    List<String> lines = new ArrayList<>();
    for (long seed = 1; seed <= seeds; seed++) {
      Map<SessionId, List<LandedWrite>> writes = new LinkedHashMap<>();
      SimulationResult result = new Simulation(new Wiring()).runOnce(seed, into(writes));
      assertThat(result.failure()).isEmpty();
      lines.addAll(linesOf(writes));
    }

    write("trace.txt", lines);
    assertThat(
            lines.stream()
                .map(line -> line.substring(0, line.indexOf(' ')))
                .collect(Collectors.toSet()))
        .isEqualTo(STEPS);
  }

  /**
   * A ledger that ignores its If-Match lets writes land that the model does not allow. Not every
   * such history shows it: the model knows nothing of what is held against a message, for instance.
   */
  @Test
  void whatABrokenLedgerTakesIsWrittenDownToo() throws IOException {
    List<String> lines = new ArrayList<>();
    int failed = 0;
    for (long seed = 1; seed <= MANY_SEEDS && failed < BROKEN_HISTORIES; seed++) {
      Map<SessionId, List<LandedWrite>> writes = new LinkedHashMap<>();
      SimulationResult result =
          new Simulation(LedgerMutations.noIfMatch()).runOnce(seed, into(writes));
      if (result.failure().isPresent()) {
        lines.addAll(linesOf(writes));
        failed++;
      }
    }

    write("diverging.txt", lines);
    assertThat(failed).isEqualTo(BROKEN_HISTORIES);
  }

  private static Consumer<LandedWrite> into(Map<SessionId, List<LandedWrite>> writes) {
    return write ->
        writes.computeIfAbsent(write.after().session(), none -> new ArrayList<>()).add(write);
  }

  /** Each record, seen from each of its streams, or from none where no message has ended. */
  private static List<String> linesOf(Map<SessionId, List<LandedWrite>> writes) {
    List<String> lines = new ArrayList<>();
    for (List<LandedWrite> some : writes.values()) {
      for (StreamId stream : streamsOf(some)) {
        lines.addAll(ModelTrace.of(some, stream));
      }
    }
    return lines;
  }

  private static Set<StreamId> streamsOf(List<LandedWrite> writes) {
    Set<StreamId> streams = new TreeSet<>();
    writes.forEach(write -> streams.addAll(write.after().progress().cursors().keySet()));
    return streams.isEmpty() ? Set.of(NO_STREAM) : streams;
  }

  private static void write(String name, List<String> lines) throws IOException {
    Files.createDirectories(DIRECTORY);
    Files.write(DIRECTORY.resolve(name), lines);
  }
}
