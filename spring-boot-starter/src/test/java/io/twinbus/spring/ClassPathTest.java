package io.twinbus.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a Spring application gets with this module, tests' own dependencies included. */
class ClassPathTest {

  @Test
  void nothingOfMicronautIsOnTheClassPath() {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

    assertThat(Stream.of(classPath.split(File.pathSeparator)))
        .isNotEmpty()
        .map(entry -> Path.of(entry).getFileName().toString())
        .noneMatch(jar -> jar.contains("micronaut"));
  }
}
