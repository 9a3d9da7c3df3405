package io.twinbus.protocol.configuration;

import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.SettingCatalogue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.DuplicateKeyException;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * A YAML file of nested settings, flattened to dotted keys.
 *
 * <p>Every scalar is taken as the text that stands there ({@code 1_000}, {@code 15s}, {@code no});
 * the setting decides what it means. At most 1 MiB, {@value #MAX_VALUES} values and {@value
 * #MAX_DEPTH} levels, aliases followed; no custom tags, no key twice. A setting is one value; a
 * list of something else is flattened, too, to keys that end with {@code [0]}.
 */
final class YamlFile {

  private static final int MAX_BYTES = 1 << 20;
  private static final int MAX_VALUES = 10_000;
  private static final int MAX_DEPTH = 32;
  private static final String OURS = "twinbus";

  private final Path file;
  private final Map<String, String> flat = new TreeMap<>();
  private final List<String> mistakes = new ArrayList<>();
  private int values;

  private YamlFile(Path file) {
    this.file = file;
  }

  /**
   * The settings in {@code file}, spelled as the catalogue has them.
   *
   * @throws InvalidSettingException with one sentence when it cannot be read or is no such file,
   *     and with one for each setting that is a list or stands twice
   */
  static Map<String, String> read(Path file) {
    YamlFile reading = new YamlFile(file);
    Object document = reading.document();
    if (document instanceof Map<?, ?> map) {
      reading.addAll("", map, 1);
    } else if (document != null && !document.equals("")) {
      throw new InvalidSettingException(
          "The configuration file '%s' holds no settings: begin with 'twinbus:'.".formatted(file));
    }
    if (!reading.mistakes.isEmpty()) {
      throw new InvalidSettingException(reading.mistakes);
    }
    return reading.flat;
  }

  private Object document() {
    String text = text();
    try {
      return yaml().load(text);
    } catch (YAMLException e) {
      throw new InvalidSettingException(
          "The configuration file '%s' is no valid YAML: %s".formatted(file, where(e, text)));
    }
  }

  private String text() {
    try (InputStream content = Files.newInputStream(file)) {
      byte[] bytes = content.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new InvalidSettingException(
            "The configuration file '%s' is larger than 1 MiB: make it smaller.".formatted(file));
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (NoSuchFileException e) {
      throw new InvalidSettingException("There is no configuration file '%s'.".formatted(file));
    } catch (CharacterCodingException e) {
      throw new InvalidSettingException(
          "The configuration file '%s' is not UTF-8.".formatted(file));
    } catch (IOException e) {
      throw new InvalidSettingException(
          "The configuration file '%s' cannot be read: check that it is a file, and who may read it."
              .formatted(file));
    }
  }

  private void addAll(String prefix, Map<?, ?> map, int depth) {
    map.forEach((key, value) -> add(prefix + key, value, depth));
  }

  /**
   * A few aliases of aliases stand for millions of values, and one of itself for an endless file.
   */
  private void add(String path, Object value, int depth) {
    values++;
    if (values > MAX_VALUES || depth > MAX_DEPTH) {
      throw new InvalidSettingException(
          "The configuration file '%s' has more than %d values or %d levels, its aliases followed: make it smaller."
              .formatted(file, MAX_VALUES, MAX_DEPTH));
    }
    if (value instanceof Map<?, ?> nested && (!nested.isEmpty() || !isOurs(path))) {
      addAll(path + ".", nested, depth + 1);
    } else if (value instanceof Map<?, ?>) {
      add(path, "", depth); // a region that has nothing below it is a mistake that is named later
    } else if (value instanceof List<?> list) {
      addList(path, list, depth + 1);
    } else if (value != null
        && flat.put(SettingCatalogue.spelled(path), value.toString()) != null) {
      mistakes.add("%s stands twice in %s.".formatted(SettingCatalogue.spelled(path), file));
    }
  }

  private void addList(String path, List<?> list, int depth) {
    if (isOurs(path)) {
      mistakes.add("%s in %s is a list: give one value.".formatted(path, file));
      return;
    }
    for (int i = 0; i < list.size(); i++) {
      add("%s[%d]".formatted(path, i), list.get(i), depth);
    }
  }

  private static boolean isOurs(String path) {
    return path.equals(OURS) || path.startsWith(OURS + ".");
  }

  /** The parser's message spans lines, and repeats the text, which may hold a secret. */
  private static String where(YAMLException error, String text) {
    if (!(error instanceof MarkedYAMLException at) || at.getProblemMark() == null) {
      return "look at its indentation and its quotes.";
    }
    int line = line(at, at.getProblemMark(), text) + 1;
    return at instanceof DuplicateKeyException
        ? "see line %d, %s.".formatted(line, at.getProblem())
        : "see line %d.".formatted(line);
  }

  /** Counted from 0. What the end of the file leaves open is to be looked for where it begins. */
  private static int line(MarkedYAMLException error, Mark problem, String text) {
    Mark context = error.getContextMark();
    boolean isBehindTheLast = problem.getLine() >= text.lines().count();
    return (isBehindTheLast && context != null ? context : problem).getLine();
  }

  private static Yaml yaml() {
    LoaderOptions loading = new LoaderOptions();
    loading.setAllowDuplicateKeys(false);
    loading.setCodePointLimit(MAX_BYTES);
    DumperOptions dumping = new DumperOptions();
    return new Yaml(
        new SafeConstructor(loading),
        new Representer(dumping),
        dumping,
        loading,
        new PlainTextResolver());
  }

  /** Leaves every scalar a text. */
  private static final class PlainTextResolver extends Resolver {
    @Override
    protected void addImplicitResolvers() {
      // none: "15s", "no" and "1_000" stay what they are
    }
  }
}
