package io.twinbus.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * No module declares for its tests what it needs at run time through another module. Maven takes
 * the nearest declaration: the library would be missing from the app's images, and present in every
 * test.
 */
class TestScopeTest {

  private static final String PREFIX = "twinbus-";
  private static final XPath XPATH = XPathFactory.newInstance().newXPath();

  @Test
  void whatAModuleNeedsAtRunTimeIsNotDeclaredForItsTests() throws Exception {
    SortedSet<String> masked = new TreeSet<>();
    SortedSet<String> modules = Texts.all("<module>([a-z-]+)</module>", Texts.of("pom.xml"));
    assertThat(modules).contains("rehearsal", "receiver-micronaut", "ops-cli");
    for (String module : modules) {
      Set<String> needed = new HashSet<>();
      addRunTime(module, needed, new HashSet<>());
      for (String declared : dependencies(module, "scope='test'")) {
        if (needed.contains(declared)) {
          masked.add(module + " declares " + declared + " for tests");
        }
      }
    }
    assertThat(masked).isEmpty();
  }

  /** Adds what {@code module} and the modules below it declare for run time. */
  private static void addRunTime(String module, Set<String> needed, Set<String> seen)
      throws Exception {
    if (!seen.add(module)) {
      return;
    }
    for (String artifact :
        dependencies(module, "not(optional='true') and (not(scope) or scope='runtime')")) {
      needed.add(artifact);
      if (artifact.startsWith(PREFIX)) {
        addRunTime(artifact.substring(PREFIX.length()), needed, seen);
      }
    }
  }

  private static List<String> dependencies(String module, String condition) throws Exception {
    Document pom =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(Texts.path(module + "/pom.xml").toFile());
    NodeList found =
        (NodeList)
            XPATH.evaluate(
                "/project/dependencies/dependency[" + condition + "]/artifactId",
                pom,
                XPathConstants.NODESET);
    return IntStream.range(0, found.getLength())
        .mapToObj(found::item)
        .map(Node::getTextContent)
        .toList();
  }
}
