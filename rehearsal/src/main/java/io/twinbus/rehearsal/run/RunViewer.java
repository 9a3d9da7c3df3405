package io.twinbus.rehearsal.run;

import io.twinbus.protocol.settings.FlatSettings;
import java.nio.file.Path;

/**
 * Shows a run to people as it goes, beside the lines that it prints. Closed before its processes.
 */
public interface RunViewer extends AutoCloseable {

  /** Shows nothing. */
  RunViewer NONE =
      new RunViewer() {
        @Override
        public void begin(Path config, FlatSettings settings) {}

        @Override
        public void mark(String news) {}

        @Override
        public void close() {}
      };

  /**
   * The system which {@code config} describes is at work.
   *
   * @param settings as its first queue has them
   */
  void begin(Path config, FlatSettings settings);

  /** A fault has struck, or is healed, in words. */
  void mark(String news);

  @Override
  void close();
}
