package io.twinbus.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.settings.ClusterKeys;
import io.twinbus.protocol.settings.LedgerKeys;
import io.twinbus.protocol.settings.ReceiverKeys;
import io.twinbus.protocol.settings.SenderKeys;
import io.twinbus.protocol.settings.Setting;
import io.twinbus.protocol.settings.SettingCatalogue;
import io.twinbus.protocol.settings.ToolKeys;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The catalogue has every setting that is read, for nothing but its constants can be read, and no
 * setting that nothing reads.
 */
class SettingsReadTest {

  private static final List<String> PRODUCT =
      List.of(
          "protocol",
          "ledger",
          "sender",
          "receiver",
          "receiver-micronaut",
          "spring-boot-starter",
          "testkit",
          "ops-cli");

  private static String sources;

  @BeforeAll
  static void read() throws IOException {
    StringBuilder all = new StringBuilder();
    for (String module : PRODUCT) {
      all.append(sourcesOf(Path.of("..", module, "src", "main", "java")));
    }
    sources = all.append(sourcesOf(Path.of("..", "testkit-micronaut", "src"))).toString();
  }

  private static String sourcesOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(path -> path.toString().endsWith(".java"))
          .filter(path -> !path.getFileName().toString().endsWith("Keys.java"))
          .map(SettingsReadTest::text)
          .collect(Collectors.joining("\n"));
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        ClusterKeys.class,
        LedgerKeys.class,
        ReceiverKeys.class,
        SenderKeys.class,
        ToolKeys.class
      })
  void everySettingIsReadByThatName(Class<?> keys) throws IllegalAccessException {
    List<Field> constants =
        Arrays.stream(keys.getFields())
            .filter(field -> Modifier.isStatic(field.getModifiers()))
            .filter(field -> field.getType().equals(Setting.class))
            .toList();

    assertThat(constants).isNotEmpty();
    for (Field constant : constants) {
      String name = keys.getSimpleName() + "." + constant.getName();
      assertThat(sources).as(name).containsPattern(name + "\\b");
      Setting<?> setting = (Setting<?>) constant.get(null);
      assertThat(SettingCatalogue.find(setting.name())).isPresent();
    }
  }

  @Test
  void noSettingCanBeMadeOutsideOfTheCatalogue() {
    assertThat(Setting.class.getConstructors()).isEmpty();
    assertThat(Modifier.isFinal(Setting.class.getModifiers())).isTrue();
  }
}
