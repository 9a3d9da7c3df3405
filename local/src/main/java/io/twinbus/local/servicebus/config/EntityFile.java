package io.twinbus.local.servicebus.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.twinbus.local.servicebus.InvalidEndpointSettingException;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.storage.WindowsPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Entities as a file of Microsoft's Service Bus emulator describes them. Immutable, hence
 * thread-safe.
 *
 * <p>A file with one namespace is meant for every region, whatever the namespace is called; one
 * with several has one for each region, under its name. Beside the emulator's properties it may
 * have {@code AutoDeleteOnIdle}, {@code Status}, {@code MaxMessageSizeInKilobytes} and {@code
 * MaxSizeInMegabytes}. Forwarding is refused.
 */
public final class EntityFile {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          // Microsoft's own files have them.
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS, JsonReadFeature.ALLOW_TRAILING_COMMA)
          .build();

  private final Map<String, NamespaceSettings> byNamespace;

  private EntityFile(Map<String, NamespaceSettings> byNamespace) {
    this.byNamespace = byNamespace;
  }

  /**
   * Reads a file.
   *
   * @throws InvalidEndpointSettingException in one sentence, with the place of the mistake
   */
  public static EntityFile read(Path file) {
    WindowsPath.whyNot(file)
        .ifPresent(
            sentence -> {
              throw new InvalidEndpointSettingException(sentence);
            });
    try {
      return parse(Files.readString(file));
    } catch (IOException e) {
      throw new InvalidEndpointSettingException("The file " + file + " cannot be read.");
    }
  }

  /**
   * Reads a file's text.
   *
   * @throws InvalidEndpointSettingException in one sentence, with the place of the mistake
   */
  public static EntityFile parse(String json) {
    Place root = new Place("", tree(json)).only(Set.of("UserConfig"));
    // Where the emulator writes its log is no affair of ours.
    Place config = root.get("UserConfig").only(Set.of("Namespaces", "Logging"));
    Map<String, NamespaceSettings> byNamespace = new LinkedHashMap<>();
    for (Place place : config.each("Namespaces")) {
      Place name = place.get("Name");
      if (byNamespace.put(name.text(), EntityReader.namespace(place)) != null) {
        throw name.mistake("There is another namespace '" + name.text() + "'.");
      }
    }
    if (byNamespace.isEmpty()) {
      throw config.mistake("'Namespaces' needs at least one.");
    }
    return new EntityFile(byNamespace);
  }

  /**
   * The entities of a region.
   *
   * @throws InvalidEndpointSettingException if there are several namespaces, none of its name
   */
  public NamespaceSettings forRegion(String region) {
    NamespaceSettings named = byNamespace.get(region);
    if (named != null) {
      return named;
    }
    if (byNamespace.size() > 1) {
      throw new InvalidEndpointSettingException(
          "The region '%s' is none of the namespaces %s."
              .formatted(region, String.join(", ", byNamespace.keySet())));
    }
    return byNamespace.values().iterator().next();
  }

  private static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new InvalidEndpointSettingException(
          "This is no JSON, from line %d, column %d on."
              .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr()));
    }
  }
}
