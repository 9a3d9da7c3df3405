package io.twinbus.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The code in READMEs is the code of the examples, which are compiled and tried. */
class ReadmeCodeTest {

  private static final Path ROOT = Path.of("..");
  private static final String MARK = "// snippet\n";
  private static final Pattern TYPED = Pattern.compile("(?m)^```sh$");

  @ParameterizedTest
  @CsvSource({
    "plain-java, main, com/example/parcels/Receive.java, README.md",
    "plain-java, main, com/example/parcels/Receive.java, receiver/README.md",
    "plain-java, main, com/example/parcels/Send.java, README.md",
    "spring-orders, test, com/example/orders/OrdersTest.java, README.md",
    "spring-orders, test, com/example/orders/OrdersTest.java, spring-boot-test/README.md",
    "orders-service, test, com/example/orders/OrdersTest.java, testkit-micronaut/README.md",
  })
  void aReadmeShowsWhatAnExampleDoes(String example, String kind, String file, String readme)
      throws IOException {
    String source =
        Files.readString(
            ROOT.resolve("examples").resolve(example).resolve("src/" + kind + "/java/" + file));

    assertThat(Files.readString(ROOT.resolve(readme))).contains(snippet(source));
  }

  @Test
  void everyExampleSaysWhatToTypeAndIsTried() throws IOException {
    try (Stream<Path> found = Files.list(ROOT.resolve("examples"))) {
      assertThat(found.filter(Files::isDirectory))
          .isNotEmpty()
          .allSatisfy(
              example ->
                  assertThat(Files.readString(example.resolve("README.md")))
                      .containsPattern(TYPED));
    }
    assertThat(Files.readString(ROOT.resolve(".ci/run"))).containsPattern("(?m)^ *examples/try$");
  }

  /** From the mark on: to the end of a class, or of the block in which the mark stands. */
  private static String snippet(String source) {
    String rest = source.substring(source.indexOf(MARK) + MARK.length());
    String before = source.substring(0, source.indexOf(MARK));
    String margin = before.substring(before.lastIndexOf('\n') + 1);
    int end = margin.isEmpty() ? rest.length() : rest.indexOf("\n" + margin.substring(2) + "}");
    return rest.substring(0, end).stripIndent().strip();
  }
}
