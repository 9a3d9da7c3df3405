package io.twinbus.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The metadata that editors read says what the catalogue says. With the property {@code
 * settings.page=write} it is written anew.
 */
class SettingsMetadataTest {

  private static final Path FILE =
      Path.of("src/main/resources/META-INF/spring-configuration-metadata.json");

  @Test
  void theMetadataIsMadeFromTheCatalogue() throws IOException {
    if ("write".equals(System.getProperty("settings.page"))) {
      Files.writeString(FILE, SettingsMetadata.text());
    }

    assertThat(Files.readString(FILE)).isEqualTo(SettingsMetadata.text());
  }

  @Test
  void anEditorSeesTypeDefaultAndChoices() throws IOException {
    JsonNode metadata = new ObjectMapper().readTree(Files.readString(FILE));

    assertThat(metadata.get("properties"))
        .anySatisfy(
            property -> {
              assertThat(property.get("name").asText()).isEqualTo("twinbus.receiver.max-sessions");
              assertThat(property.get("type").asText()).isEqualTo("java.lang.Integer");
              assertThat(property.get("defaultValue").asText()).isEqualTo("200");
              assertThat(property.get("description").asText()).isNotBlank();
            });
    assertThat(metadata.get("hints"))
        .anySatisfy(
            hint -> {
              assertThat(hint.get("name").asText()).isEqualTo("twinbus.receiver.on-poison");
              assertThat(hint.get("values").findValuesAsText("value")).contains("block");
            });
  }
}
