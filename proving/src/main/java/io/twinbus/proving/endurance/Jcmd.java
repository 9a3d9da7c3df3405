package io.twinbus.proving.endurance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The JDK's diagnostic tool {@code jcmd}, of the JDK that runs this. Thread-safe. */
final class Jcmd {

  private Jcmd() {}

  /**
   * Gives {@code command} to the Java process {@code pid}.
   *
   * @return the lines of its answer
   * @throws IOException when the process is gone, or another user's
   */
  static List<String> ask(long pid, String command) throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process process =
        new ProcessBuilder(List.of(jcmd, Long.toString(pid), command))
            .redirectErrorStream(true)
            .start();
    List<String> lines;
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      lines = output.lines().toList();
    }
    if (process.waitFor() != 0) {
      throw new IOException("jcmd cannot look at process %d: %s".formatted(pid, lines));
    }
    return lines;
  }
}
