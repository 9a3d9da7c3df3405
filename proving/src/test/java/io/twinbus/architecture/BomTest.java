package io.twinbus.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** bom/pom.xml, which stands alone, says what the root says. */
class BomTest {

  private static final Set<String> NOT_PUBLISHED =
      Set.of("bom", "local-clients", "simulation", "proving", "fuzz");

  private static final Pattern MODULE = Pattern.compile("<module>([^<]*)</module>");
  private static final Pattern OURS = Pattern.compile("<artifactId>twinbus-([^<]*)</artifactId>");
  private static final Pattern AZURE =
      Pattern.compile("<artifactId>(azure-[^<]*)</artifactId>\\s*<version>([^<]*)</version>");
  private static final Pattern PROPERTY = Pattern.compile("<(azure-[^>]*)\\.version>([^<]*)</");

  @Test
  void everyPublishedModuleIsInIt() throws IOException {
    Set<String> modules = new TreeSet<>();
    MODULE
        .matcher(Files.readString(Path.of("../pom.xml")))
        .results()
        .map(found -> found.group(1))
        .filter(name -> !name.startsWith("examples/") && !NOT_PUBLISHED.contains(name))
        .forEach(modules::add);
    Set<String> listed = new TreeSet<>();
    OURS.matcher(bom()).results().map(found -> found.group(1)).forEach(listed::add);
    listed.remove("bom");

    assertThat(listed).isEqualTo(modules);
  }

  @Test
  void theAzureSdksHaveTheRootsVersions() throws IOException {
    assertThat(pairs(AZURE, bom()))
        .isNotEmpty()
        .isEqualTo(pairs(PROPERTY, Files.readString(Path.of("../pom.xml"))));
  }

  private static Map<String, String> pairs(Pattern pattern, String text) {
    Map<String, String> found = new TreeMap<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.put(matcher.group(1), matcher.group(2));
    }
    return found;
  }

  private static String bom() throws IOException {
    return Files.readString(Path.of("../bom/pom.xml"));
  }
}
