package io.twinbus.rehearsal.run;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.sink.AnswerGate;
import io.twinbus.rehearsal.sink.AppliedFile;
import io.twinbus.rehearsal.sink.EffectLog;
import io.twinbus.rehearsal.sink.Sink;
import io.twinbus.rehearsal.sink.Upsets;
import io.twinbus.rehearsal.stack.LocalProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The outside system that handlers call: its server, the effects it has seen, and what holds back
 * or spoils its answers.
 *
 * @param sinks the server of each region's handlers
 * @param effects every effect, in order of arrival
 * @param gate holds answers back
 * @param upsets lets calls fail or hang
 * @param applied the file that every effect is written to; null when there is none
 */
public record Outside(
    Map<RegionName, Sink> sinks,
    EffectLog effects,
    AnswerGate gate,
    Upsets upsets,
    @Nullable AppliedFile applied)
    implements AutoCloseable {

  static Outside start(Clocks clocks, Optional<Path> file) throws IOException {
    return start(clocks, file, LocalProcess.REGIONS);
  }

  /**
   * Starts a server for the handlers of each of {@code regions}.
   *
   * @param file where every effect is written, if anywhere
   * @throws IOException when a server cannot be started, or the file not be written
   */
  public static Outside start(Clocks clocks, Optional<Path> file, Collection<RegionName> regions)
      throws IOException {
    AppliedFile applied = file.isPresent() ? AppliedFile.create(file.get()) : null;
    EffectLog effects = new EffectLog(clocks, applied == null ? effect -> {} : applied);
    AnswerGate gate = new AnswerGate();
    Upsets upsets = new Upsets();
    Map<RegionName, Sink> sinks = new LinkedHashMap<>();
    for (RegionName region : regions) {
      sinks.put(region, Sink.start(effects, gate, upsets));
    }
    return new Outside(sinks, effects, gate, upsets, applied);
  }

  /** Where the receiver {@code process}, whose name begins with its region, sends its calls. */
  public URI addressFor(String process) {
    RegionName region = new RegionName(process.substring(0, process.lastIndexOf('-')));
    Sink sink = sinks.get(region);
    if (sink == null) {
      throw new IllegalArgumentException("No region has a receiver called " + process);
    }
    return sink.addressFor(process);
  }

  /** The ports of all servers. */
  public Set<Integer> ports() {
    return sinks.values().stream()
        .map(sink -> sink.addressFor("any").getPort())
        .collect(Collectors.toSet());
  }

  @Override
  public void close() throws IOException {
    sinks.values().forEach(Sink::close);
    if (applied != null) {
      applied.close();
    }
  }
}
