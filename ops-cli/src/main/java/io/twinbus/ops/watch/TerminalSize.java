package io.twinbus.ops.watch;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How large the terminal is: as {@code stty} says, else as the environment does, else 80 by 24. */
record TerminalSize(int columns, int lines) {

  private static final int COLUMNS = 80;
  private static final int LINES = 24;

  static TerminalSize now(Map<String, String> environment) {
    return ofTerminal()
        .orElseGet(
            () ->
                new TerminalSize(
                    number(environment.get("COLUMNS"), COLUMNS),
                    number(environment.get("LINES"), LINES)));
  }

  private static Optional<TerminalSize> ofTerminal() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String[] words =
          new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
              .strip()
              .split(" ", 2);
      if (stty.waitFor(1, TimeUnit.SECONDS) && stty.exitValue() == 0 && words.length == 2) {
        int columns = number(words[1], 0);
        int lines = number(words[0], 0);
        return columns > 0 && lines > 0
            ? Optional.of(new TerminalSize(columns, lines))
            : Optional.empty();
      }
    } catch (IOException e) {
      return Optional.empty(); // no terminal, or no stty
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }

  private static int number(@Nullable String text, int otherwise) {
    return text != null && text.matches("\\d{1,4}") ? Integer.parseInt(text) : otherwise;
  }
}
