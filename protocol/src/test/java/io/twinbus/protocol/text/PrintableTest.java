package io.twinbus.protocol.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.twinbus.protocol.InvalidNameException;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "order-7", "Zürich 東京 שלום", "🚚 parcel", "a\\u001b"})
  void aHarmlessTextStaysAsItIs(String text) {
    assertThat(Printable.of(text)).isSameAs(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0000", "000a", "000d", "001b", "007f", "0085", "009b", "009f", "061c", "200e", "200f", "2028",
    "2029", "202a", "202e", "2066", "2069", "feff", "d83d", "de9a"
  })
  void aDangerousCharacterBecomesItsEscape(String hex) {
    String text = "a" + (char) Integer.parseInt(hex, 16) + "z";

    assertThat(Printable.of(text)).isEqualTo("a\\u" + hex.toUpperCase(Locale.ROOT) + "z");
  }

  @Test
  void halvesOfACharacterAtTheEndsAreEscaped() {
    assertThat(Printable.of("\ude9a🚚\ud83d")).isEqualTo("\\uDE9A🚚\\uD83D");
  }

  @Test
  void idsAreSafeToLogAndKeepTheirValue() {
    String hostile = "a\u001b[2J\r\nb\u202e";
    String safe = "a\\u001B[2J\\u000D\\u000Ab\\u202E";

    assertThat(new SessionId(hostile)).hasToString(safe);
    assertThat(new MessageId(hostile)).hasToString(safe);
    assertThat(new StreamId(hostile)).hasToString(safe);
    assertThat(new SessionId(hostile).value()).isEqualTo(hostile);
    assertThatExceptionOfType(InvalidNameException.class)
        .isThrownBy(() -> new SessionId(hostile.repeat(200)))
        .withMessageContaining(safe)
        .withMessageNotContaining("\u001b");
  }
}
