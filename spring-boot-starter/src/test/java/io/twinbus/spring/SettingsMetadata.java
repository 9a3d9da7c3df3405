package io.twinbus.spring;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.protocol.settings.Setting;
import io.twinbus.protocol.settings.SettingCatalogue;
import io.twinbus.protocol.settings.SettingSection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The catalogue of settings as Spring Boot's editors read it. */
final class SettingsMetadata {

  private final ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private final ObjectNode root = json.createObjectNode();
  private final ArrayNode properties = root.putArray("properties");
  private final ArrayNode hints = root.putArray("hints");

  static String text() throws JsonProcessingException {
    SettingsMetadata metadata = new SettingsMetadata();
    for (SettingSection section : SettingCatalogue.sections()) {
      section.settings().stream()
          .filter(setting -> !setting.name().contains("<"))
          .forEach(metadata::add);
    }
    metadata.addNamed("twinbus.regions", "The regions by their names, each with: %s.");
    metadata.addNamed(
        "twinbus.queues",
        "The queues by their names, where there are several, each with: %s, and settings of the"
            + " receiver for itself.");
    return metadata.json.writeValueAsString(metadata.root) + "\n";
  }

  private void add(Setting<?> setting) {
    ObjectNode property = properties.addObject();
    property.put("name", setting.name());
    property.put("type", type(setting));
    property.put("description", setting.notes().meaning().replace("`", ""));
    setting.otherwiseText().ifPresent(value -> property.put("defaultValue", value));
    words(setting).ifPresent(words -> hint(setting, words));
  }

  /** Regions and queues have names of their own: maps, whose keys an editor completes. */
  private void addNamed(String prefix, String what) {
    String named = prefix + ".<name>.";
    List<String> keys =
        SettingCatalogue.sections().stream()
            .flatMap(section -> section.settings().stream())
            .map(Setting::name)
            .filter(name -> name.startsWith(named))
            .map(name -> name.substring(named.length()))
            .toList();
    ObjectNode property = properties.addObject();
    property.put("name", prefix);
    property.put(
        "type", "java.util.Map<java.lang.String,java.util.Map<java.lang.String,java.lang.String>>");
    property.put("description", what.formatted(String.join(", ", keys)));
  }

  private void hint(Setting<?> setting, List<String> words) {
    ObjectNode hint = hints.addObject();
    hint.put("name", setting.name());
    ArrayNode values = hint.putArray("values");
    words.forEach(word -> values.addObject().put("value", word));
  }

  private static Optional<List<String>> words(Setting<?> setting) {
    if (!setting.type().getClass().getSimpleName().equals("ChoiceType")) {
      return Optional.empty();
    }
    return Optional.of(List.of(setting.type().inWords().split(", ")));
  }

  private static String type(Setting<?> setting) {
    Object value = setting.otherwise().map(Object.class::cast).orElse("");
    if (value instanceof Integer || value instanceof Boolean || value instanceof Duration) {
      return value.getClass().getName();
    }
    return "java.lang.String";
  }
}
