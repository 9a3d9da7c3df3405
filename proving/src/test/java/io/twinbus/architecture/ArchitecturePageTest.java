package io.twinbus.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each class and package that docs/architecture.md names exists in the product's sources. */
class ArchitecturePageTest {

  private static final Path ROOT = Path.of("..");
  private static final Path PAGE = ROOT.resolve("docs/architecture.md");
  private static final Pattern ROW =
      Pattern.compile("^\\| [^|]+ \\| `(\\w+)` \\|$", Pattern.MULTILINE);
  private static final Pattern CLASS = Pattern.compile("\\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\\b");
  private static final Pattern PACKAGE =
      Pattern.compile("`((?:sender|ledger|receiver|ops)\\.[a-z]+)`");

  /** Names in the same shape that are no classes of ours. */
  private static final Set<String> OTHERS = Set.of();

  @Test
  void theTableNamesOneClassForEachQuestion() throws IOException {
    assertThat(ROW.matcher(whereDoIFind()).results().map(row -> row.group(1)))
        .hasSizeGreaterThanOrEqualTo(12)
        .allSatisfy(name -> assertThat(classes()).contains(name));
  }

  @Test
  void everyClassThatThePageNamesExists() throws IOException {
    Set<String> named =
        CLASS
            .matcher(Files.readString(PAGE))
            .results()
            .map(MatchResult::group)
            .collect(Collectors.toCollection(TreeSet::new));
    named.removeAll(OTHERS);

    assertThat(classes()).containsAll(named);
  }

  @Test
  void everyPackageThatThePageNamesExists() throws IOException {
    Set<String> packages = packages();

    assertThat(PACKAGE.matcher(Files.readString(PAGE)).results().map(named -> named.group(1)))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(packages).contains("io.twinbus." + name));
  }

  private static String whereDoIFind() throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf("## Where do I find");
    return page.substring(from, page.indexOf("\n## ", from + 1));
  }

  private static Set<String> classes() throws IOException {
    return sources()
        .map(path -> path.getFileName().toString().replace(".java", ""))
        .collect(Collectors.toSet());
  }

  private static Set<String> packages() throws IOException {
    return sources()
        .map(path -> path.toString().replace('\\', '/'))
        .map(file -> file.substring(file.indexOf("/java/") + "/java/".length()))
        .map(file -> file.substring(0, file.lastIndexOf('/')).replace('/', '.'))
        .collect(Collectors.toSet());
  }

  private static Stream<Path> sources() throws IOException {
    Set<Path> found = new TreeSet<>();
    for (String module : new String[] {"protocol", "ledger", "sender", "receiver", "ops-cli"}) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
        files.filter(path -> path.toString().endsWith(".java")).forEach(found::add);
      }
    }
    return found.stream();
  }
}
