package io.twinbus.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Classes of tests run beside each other in one JVM. One that looks at what all of them share runs
 * alone: at the threads, at the log, at a system property that it takes back.
 */
class IsolatedTestsTest {

  private static final Pattern SHARED =
      Pattern.compile(
          "Thread\\.getAllStackTraces|Thread\\.activeCount|new\\s+ListAppender|System\\.clearProperty");

  private static final Pattern ALONE = Pattern.compile("(?m)^@Isolated\\(");

  private static Map<Path, String> sources;

  @BeforeAll
  static void read() throws IOException {
    sources = new TreeMap<>();
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path tests : modules.map(module -> module.resolve("src/test/java")).toList()) {
        readBelow(tests);
      }
    }
  }

  private static void readBelow(Path tests) throws IOException {
    if (!Files.isDirectory(tests)) {
      return;
    }
    try (Stream<Path> files = Files.walk(tests)) {
      files
          .filter(path -> path.toString().endsWith(".java"))
          .forEach(path -> sources.put(path, text(path)));
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whatLooksAtThingsThatAllShareRunsAlone() {
    Collection<Path> looking =
        sources.keySet().stream().filter(path -> SHARED.matcher(sources.get(path)).find()).toList();

    assertThat(looking).hasSizeGreaterThan(20);
    assertThat(looking.stream().flatMap(path -> testsWith(path).stream()))
        .allSatisfy(test -> assertThat(sources.get(test)).as("%s", test).containsPattern(ALONE));
  }

  /** The test itself, or the tests of its package that use a helper. */
  private static List<Path> testsWith(Path path) {
    String name = path.getFileName().toString().replace(".java", "");
    if (name.endsWith("Test")) {
      return List.of(path);
    }
    Pattern use = Pattern.compile("\\b" + name + "\\b");
    return sources.keySet().stream()
        .filter(other -> other.equals(path.resolveSibling(other.getFileName())))
        .filter(other -> other.toString().endsWith("Test.java"))
        .filter(other -> use.matcher(sources.get(other)).find())
        .toList();
  }
}
