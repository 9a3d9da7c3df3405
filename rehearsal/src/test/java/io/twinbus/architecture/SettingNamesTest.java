package io.twinbus.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.settings.SettingNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The one list of settings names what the code reads, and nothing else: a name that is missing
 * there is read by no receiver, for it asks its environment for those names alone.
 */
class SettingNamesTest {

  private static final Pattern BELOW_A_PREFIX =
      Pattern.compile(
          "flat\\s*\\.\\w+\\(\\s*(?:\\w+\\.)?PREFIX \\+ \"([a-z.-]+)\"|\\(flat, \"([a-z.-]+)\"");
  private static final Pattern BOUND = Pattern.compile("new Bound<>\\(\\s*\"([a-z-]+)\"");

  @Test
  void whatAReceiverReadsIsWhatItAsksItsEnvironmentFor() throws Exception {
    assertThat(found("receiver", BELOW_A_PREFIX, "twinbus.receiver."))
        .containsExactlyInAnyOrderElementsOf(SettingNames.RECEIVER);
  }

  @Test
  void whatASenderReadsIsListed() throws Exception {
    SortedSet<String> read = found("sender", BELOW_A_PREFIX, "twinbus.sender.");
    read.addAll(found("sender", BOUND, "twinbus.sender."));

    assertThat(read).containsExactlyInAnyOrderElementsOf(SettingNames.SENDER);
  }

  private static SortedSet<String> found(String module, Pattern pattern, String prefix)
      throws IOException {
    SortedSet<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        Matcher matcher = pattern.matcher(Files.readString(file));
        while (matcher.find()) {
          String name = matcher.group(1);
          names.add(prefix + (name == null ? matcher.group(2) : name));
        }
      }
    }
    return names;
  }
}
