package io.twinbus.rehearsal.run;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.rehearsal.sink.AppliedFile;
import io.twinbus.rehearsal.sink.EffectLog;
import io.twinbus.rehearsal.sink.AnswerGate;
import io.twinbus.rehearsal.sink.Sink;
import io.twinbus.rehearsal.sink.Upsets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outside system that handlers call: its server, the effects it has seen, and what holds back
 * or spoils its answers.
 *
 * @param sink the server
 * @param effects every effect, in order of arrival
 * @param gate holds answers back
 * @param upsets lets calls fail or hang
 * @param applied the file that every effect is written to; null when there is none
 */
public record Outside(
    Sink sink, EffectLog effects, AnswerGate gate, Upsets upsets, @Nullable AppliedFile applied)
    implements AutoCloseable {

  static Outside start(Clocks clocks, Optional<Path> file) throws IOException {
    AppliedFile applied = file.isPresent() ? AppliedFile.create(file.get()) : null;
    EffectLog effects = new EffectLog(clocks, applied == null ? effect -> {} : applied);
    AnswerGate gate = new AnswerGate();
    Upsets upsets = new Upsets();
    return new Outside(Sink.start(effects, gate, upsets), effects, gate, upsets, applied);
  }

  @Override
  public void close() throws IOException {
    sink.close();
    if (applied != null) {
      applied.close();
    }
  }
}
