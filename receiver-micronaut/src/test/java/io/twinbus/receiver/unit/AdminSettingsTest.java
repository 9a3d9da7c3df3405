package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.receiver.admin.AdminSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminSettingsTest {

  private static final String PREFIX = "twinbus.receiver.admin.";
  private static final String TOKEN = "0123456789abcdef";

  @Test
  void loopbackIsTheDefaultAndNeedsNoToken() {
    AdminSettings settings = settings();

    assertThat(settings.address().isLoopbackAddress()).isTrue();
    assertThat(settings.port()).isEqualTo(8081);
  }

  @Test
  void whatOthersReachNeedsAToken() {
    assertThatThrownBy(() -> settings("host", "0.0.0.0"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "twinbus.receiver.admin.host is '0.0.0.0', which others can reach: set"
                + " twinbus.receiver.admin.token, too, or leave it at 127.0.0.1.");
    assertThat(settings("host", "0.0.0.0", "token", TOKEN).address().isAnyLocalAddress()).isTrue();
  }

  @Test
  void aTokenThatIsEasilyGuessedIsRefusedAndNotRepeated() {
    assertThatThrownBy(() -> settings("token", "guess-me"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("give 16 characters or more")
        .hasMessageNotContaining("guess-me");
    assertThat(settings("token", TOKEN).toString()).doesNotContain(TOKEN);
  }

  @Test
  void tokensComeFromOnePlaceThatCanBeRead(@TempDir Path directory) throws Exception {
    String file = Files.writeString(directory.resolve("token"), TOKEN).toString();

    assertThat(settings("host", "0.0.0.0", "token-file", file).address().isAnyLocalAddress())
        .isTrue();
    assertThatThrownBy(() -> settings("token", TOKEN, "token-file", file))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("keep one of them");
    assertThatThrownBy(() -> settings("token-file", file + ".none"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("cannot be read");
  }

  private static AdminSettings settings(String... namesAndValues) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(PREFIX + namesAndValues[i], namesAndValues[i + 1]);
    }
    return AdminSettings.from(FlatSettings.of(values));
  }
}
