package io.twinbus.rehearsal.sink;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file with one line of JSON for each effect, in order of arrival: {@code {"session", "id",
 * "attempt", "token", "stream", "region", "instance", "at"}}.
 *
 * <p>Not thread-safe: {@link EffectLog} calls its follower one call at a time.
 */
public final class AppliedFile implements Consumer<AppliedEffect>, AutoCloseable {

  private final BufferedWriter out;
  private @Nullable IOException failure;

  private AppliedFile(BufferedWriter out) {
    this.out = out;
  }

  /**
   * Creates {@code file}, or empties it.
   *
   * @throws IOException when it cannot be written
   */
  public static AppliedFile create(Path file) throws IOException {
    return new AppliedFile(Files.newBufferedWriter(file));
  }

  @Override
  public void accept(AppliedEffect effect) {
    SinkCall call = effect.call();
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("session", call.session()).put("id", call.id());
    line.put("attempt", call.claim().attempt()).put("token", call.claim().token());
    line.put("stream", call.claim().stream());
    line.put("region", call.caller().region()).put("instance", call.caller().instance());
    line.put("at", effect.at().wall().toString());
    try {
      out.write(line.toString());
      out.write('\n');
    } catch (IOException e) {
      failure = e; // told on close: the run itself must not be disturbed by a full disk
    }
  }

  /**
   * Writes out what is buffered.
   *
   * @throws IOException when a line could not be written, now or before
   */
  @Override
  public void close() throws IOException {
    out.close();
    if (failure != null) {
      throw failure;
    }
  }
}
