package io.twinbus.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The classes that scripts and lists name exist: a class that has moved is noticed here. */
class NamedClassesTest {

  private static final String OURS = "(io\\.twinbus\\.[a-z.]+\\.[A-Z]\\w+)";

  @ParameterizedTest
  @ValueSource(strings = {"twinbus", "deploy/images/class-list", "deploy/images/stage"})
  void theClassesThatAScriptStartsExist(String file) throws Exception {
    SortedSet<String> named = Texts.all(OURS, Texts.of(file));

    assertThat(named).isNotEmpty().allMatch(NamedClassesTest::exists);
  }

  @Test
  void theClassesOfTheArchiveExist() throws Exception {
    SortedSet<String> named =
        Texts.all("(?m)^(io/twinbus/\\S+)$", Texts.of("deploy/images/classes.lst"));

    assertThat(named).hasSizeGreaterThan(100);
    assertThat(named)
        .as("record the list anew: ./twinbus --version && deploy/images/class-list")
        .allMatch(NamedClassesTest::exists);
  }

  private static boolean exists(String name) {
    String file = name.replace('.', '/') + ".class";
    return NamedClassesTest.class.getClassLoader().getResource(file) != null;
  }
}
