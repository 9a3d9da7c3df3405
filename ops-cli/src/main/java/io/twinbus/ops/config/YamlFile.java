package io.twinbus.ops.config;

import io.twinbus.protocol.settings.InvalidSettingException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * A YAML file of nested settings, flattened to dotted keys.
 *
 * <p>Every scalar is taken as the text that stands there ({@code 1_000}, {@code 15s}, {@code no});
 * whoever reads the setting decides what it means. At most 1 MiB, no custom tags, no key twice.
 */
final class YamlFile {

  private static final int MAX_CODE_POINTS = 1 << 20;

  private YamlFile() {}

  /**
   * The settings in {@code file}.
   *
   * @throws InvalidSettingException with one sentence when it cannot be read or is no such file,
   *     and with one for each key that is a list or stands twice
   */
  static Map<String, String> read(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new InvalidSettingException("The configuration file %s is not UTF-8.".formatted(file));
    } catch (IOException e) {
      throw new InvalidSettingException(
          "The configuration file %s cannot be read%s."
              .formatted(file, Files.exists(file) ? "" : ": it does not exist"));
    }
    return parse(file, text);
  }

  private static Map<String, String> parse(Path file, String text) {
    Object document;
    try {
      document = yaml().load(text);
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1;
      throw new InvalidSettingException(
          "The configuration file %s is no YAML at line %d: %s."
              .formatted(file, line, e.getProblem()));
    } catch (YAMLException e) {
      throw new InvalidSettingException(
          "The configuration file %s is no YAML: %s.".formatted(file, firstLine(e)));
    }
    Map<String, String> flat = new TreeMap<>();
    List<String> mistakes = new ArrayList<>();
    if (document instanceof Map<?, ?> map) {
      flatten(file, "", map, flat, mistakes);
    } else if (document != null && !document.equals("")) {
      throw new InvalidSettingException(
          "The configuration file %s holds no settings: begin with 'twinbus:'.".formatted(file));
    }
    if (!mistakes.isEmpty()) {
      throw new InvalidSettingException(mistakes);
    }
    return flat;
  }

  private static void flatten(
      Path file, String prefix, Map<?, ?> map, Map<String, String> flat, List<String> mistakes) {
    map.forEach(
        (key, value) -> {
          String path = prefix + key;
          if (value instanceof Map<?, ?> nested) {
            flatten(file, path + ".", nested, flat, mistakes);
          } else if (value instanceof Iterable<?>) {
            mistakes.add("%s in %s is a list: give one value.".formatted(path, file));
          } else if (value != null && flat.put(path, value.toString()) != null) {
            mistakes.add("%s stands twice in %s.".formatted(path, file));
          }
        });
  }

  private static Yaml yaml() {
    LoaderOptions loading = new LoaderOptions();
    loading.setAllowDuplicateKeys(false);
    loading.setCodePointLimit(MAX_CODE_POINTS);
    DumperOptions dumping = new DumperOptions();
    return new Yaml(
        new SafeConstructor(loading),
        new Representer(dumping),
        dumping,
        loading,
        new PlainTextResolver());
  }

  private static String firstLine(YAMLException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("unreadable");
  }

  /** Leaves every scalar a text. */
  private static final class PlainTextResolver extends Resolver {
    @Override
    protected void addImplicitResolvers() {
      // none: "15s", "no" and "1_000" stay what they are
    }
  }
}
