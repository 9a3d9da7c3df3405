package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.twinbus.ledger.cosmos.document.Fields;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents' instants are read as the library reads them. */
class StoredInstantTest {

  private static final long YEAR_9999 = 253_402_300_799L;

  @Test
  void everyWrittenInstantIsReadAsItWas() {
    Random random = new Random(5);
    for (int i = 0; i < 10_000; i++) {
      Instant instant =
          Instant.ofEpochSecond(random.nextLong(YEAR_9999), random.nextInt(1_000_000_000));

      assertThat(read(Fields.write(instant))).isEqualTo(instant);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1970-01-01T00:00:00.000000000Z",
        "2024-02-29T23:59:59.999999999Z",
        "2023-02-29T00:00:00.000000000Z",
        "2026-13-01T00:00:00.000000000Z",
        "2026-00-01T00:00:00.000000000Z",
        "2026-11-31T00:00:00.000000000Z",
        "2026-11-26T24:00:00.000000000Z",
        "2026-11-26T25:00:00.000000000Z",
        "2026-11-26T13:60:00.000000000Z",
        "2026-11-26T23:59:60.000000000Z",
        "2026-11-26T13:44:61.000000000Z",
        "2026-11-26T13:44:20Z",
        "2026-11-26T13:44:20.5Z",
        "2026-11-26T13:44:20.00000000/Z",
        "2026-11-26T13:44:20.00000000:Z",
        "2026-11-26 13:44:20.000000000Z",
        "2026-11-26T13:44:20.000000000+",
        "-001-11-26T13:44:20.000000000Z",
        "+12026-11-26T13:44:20.0000000Z",
        "",
        "now"
      })
  void whatIsWrittenOtherwiseIsForTheLibraryToJudge(String text) {
    Instant library;
    try {
      library = Instant.parse(text);
    } catch (DateTimeException e) {
      assertThatThrownBy(() -> read(text)).isInstanceOf(UnreadableDocumentException.class);
      return;
    }
    assertThat(read(text)).isEqualTo(library);
  }

  private static Instant read(String text) {
    return new Fields("The document", JsonNodeFactory.instance.objectNode().put("at", text))
        .instant("at");
  }
}
