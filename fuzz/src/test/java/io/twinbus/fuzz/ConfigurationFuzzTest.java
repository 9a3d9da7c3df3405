package io.twinbus.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.receiver.region.ReceiverSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A configuration file and a variable of any content: settings, or a sentence for each mistake. */
class ConfigurationFuzzTest {

  private static final String[] VARIABLES = {
    "TWINBUS_STANDBY_DELAY", "TWINBUS_REGIONS_EAST_CONNECTION_STRING", "TWINBUS_LEDGER_ENDPOINT"
  };
  private static Path file = Path.of("");

  @BeforeAll
  static void createFile() throws IOException {
    file = Files.createTempFile("twinbus", ".yaml");
  }

  @AfterAll
  static void deleteFile() throws IOException {
    Files.deleteIfExists(file);
  }

  @DictionaryEntries({
    "twinbus:\\x0A  ",
    "regions:\\x0A",
    "connection-string: ",
    "Endpoint=sb://a/;SharedAccessKeyName=b;SharedAccessKey=Yw==",
    "ledger:\\x0A",
    "endpoint: http://127.0.0.1:1/",
    "receiver:\\x0A",
    "http:\\x0A",
    "url: ",
    "lease: 10s",
    "${A:b}",
    "${A}",
    "&a [*a]",
    "<<: *a",
    "!!java.net.URL",
    "- "
  })
  @FuzzTest
  void isReadOrRefusedInSentences(FuzzedDataProvider data) throws IOException {
    Map<String, String> environment =
        Map.of(data.pickValue(VARIABLES), data.consumeString(60), "A", data.consumeString(20));
    Files.write(file, data.consumeRemainingAsBytes());

    try {
      FlatSettings settings = Configuration.load(file, environment);
      assertThat(ClusterSettings.from(settings)).isNotNull();
      assertThat(ReceiverSettings.from(settings)).isNotNull();
    } catch (InvalidSettingException e) {
      assertThat(e.sentences()).isNotEmpty().noneMatch(String::isBlank);
    }
  }
}
