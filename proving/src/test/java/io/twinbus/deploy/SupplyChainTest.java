package io.twinbus.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Everything of others that a build takes is named by its checksum, or by a parameter. */
class SupplyChainTest {

  /** Named for their versions alone: a build that gives nothing away to a repository runs none. */
  private static final String NOT_RUN = "(?s).*>maven-(clean|site)-plugin<.*";

  private static final Pattern OF_A_MODULE =
      Pattern.compile("/([a-z-]+)/target/(?:classes|twinbus-[^/]+\\.jar!)/META-INF/");

  private static final Pattern PINNED =
      Pattern.compile("[\\w.-]+/[\\w.-]+@[0-9a-f]{40} # v[\\d.]+");

  @Test
  void everyActionIsNamedByItsCommit() throws Exception {
    List<String> actions = new ArrayList<>();
    for (Path workflow : workflows()) {
      new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(workflow));
      actions.addAll(Texts.all("uses: (.+)", Files.readString(workflow)));
    }

    assertThat(actions).hasSizeGreaterThan(4).allMatch(action -> PINNED.matcher(action).matches());
  }

  private static List<Path> workflows() throws Exception {
    try (Stream<Path> files = Files.list(Texts.path(".github/workflows"))) {
      return files.sorted().toList();
    }
  }

  @Test
  void aReleaseCallsScriptsThatAreThere() throws Exception {
    SortedSet<String> scripts =
        Texts.all(
            "(?<![\\w/])((?:\\.ci|deploy/images)/[a-z]+)(?=[ \\n])",
            Texts.of(".github/workflows/release.yml"));

    assertThat(scripts).contains(".ci/twice", "deploy/images/stage", "deploy/images/build");
    for (String script : scripts) {
      assertThat(Texts.path(script)).isExecutable();
    }
  }

  @Test
  void theBuildToolIsNamedByItsChecksum() throws Exception {
    assertThat(Texts.of(".mvn/wrapper/maven-wrapper.properties"))
        .containsPattern("(?m)^distributionSha256Sum=[0-9a-f]{64}$");
  }

  /** The build compares those that are listed: {@code .ci/checksums --write} lists new ones. */
  @Test
  void everyVersionThatTheBuildNamesHasItsChecksum() throws Exception {
    String pom = Texts.of("pom.xml");
    SortedSet<String> listed =
        Texts.all(" {2}(\\S+)/[^/]+\\.(?:jar|pom)\n", Texts.of(".mvn/checksums/checksums.sha256"));
    SortedSet<String> missing =
        Texts.all(
            "(?s)<groupId>([\\w.-]+</groupId>\\s*<artifactId>[\\w.-]+</artifactId>\\s*<version>[^<]+)</version>",
            pom);
    missing.removeIf(named -> named.startsWith("io.twinbus<") || named.matches(NOT_RUN));
    missing.removeIf(named -> listed.contains(place(named, pom)));

    assertThat(listed).hasSizeGreaterThan(300);
    assertThat(missing).isEmpty();
  }

  /** Where a repository keeps what a pom names: {@code group/artifact/version}. */
  private static String place(String named, String pom) {
    String[] parts = named.split("</?\\w+>\\s*", -1);
    List<String> words = Stream.of(parts).filter(part -> !part.isBlank()).toList();
    String version = words.get(2);
    if (version.startsWith("${")) {
      String name = version.substring(2, version.length() - 1);
      version = Texts.all("<" + Pattern.quote(name) + ">([^<]+)</", pom).first();
    }
    return words.get(0).replace('.', '/') + "/" + words.get(1) + "/" + version;
  }

  @Test
  void everyImageOfOthersIsAParameter() throws Exception {
    SortedSet<String> images = Texts.all("image: (.+)", Texts.of("deploy/compose/compose.yaml"));
    SortedSet<String> set = Texts.all("(?m)^(\\w+)=.", Texts.of("deploy/compose/.env"));

    assertThat(images).hasSizeGreaterThan(5).allMatch(image -> image.startsWith("${"));
    for (String image : images) {
      assertThat(set).contains(image.replaceFirst("^\\$\\{(\\w+)\\}.*", "$1"));
    }
    assertThat(Texts.of("deploy/images/Dockerfile"))
        .contains("ARG BASE_IMAGE=", "FROM ${BASE_IMAGE}");
  }

  /** What stands in a module's classes stands in its jar. */
  @Test
  void everyModuleCarriesTheLicence() throws Exception {
    byte[] licence = Files.readAllBytes(Texts.path("LICENSE"));
    List<String> ours = new ArrayList<>();
    for (URL found :
        Collections.list(SupplyChainTest.class.getClassLoader().getResources("META-INF/LICENSE"))) {
      Matcher module = OF_A_MODULE.matcher(found.toString());
      if (module.find()) {
        ours.add(module.group(1));
        try (InputStream content = found.openStream()) {
          assertThat(content.readAllBytes()).as(found.toString()).isEqualTo(licence);
        }
      }
    }

    assertThat(ours)
        .contains("protocol", "sender", "receiver", "ledger", "ops-cli", "certify", "local");
  }
}
