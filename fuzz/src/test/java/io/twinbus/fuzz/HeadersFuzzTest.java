package io.twinbus.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.twinbus.protocol.Headers;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.SequencedHeaders;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Headers of any message: they are read or refused with a reason, and read alike the next time. */
class HeadersFuzzTest {

  private static final String[] NAMES = {
    Headers.STREAM,
    Headers.SEQ,
    Headers.PREV,
    Headers.PREV_AT,
    Headers.HOME,
    Headers.SENT_AT,
    Headers.EXPIRES_AT,
    Headers.SCHEMA,
    Headers.SESSION,
    Headers.MESSAGE
  };

  @FuzzTest
  void areReadOrRefused(FuzzedDataProvider data) {
    Map<String, @Nullable Object> properties = new HashMap<>();
    for (String name : NAMES) {
      if (data.consumeBoolean()) {
        properties.put(name, value(data));
      }
    }

    ParsedHeaders parsed = SequencedHeaders.parse(properties);

    if (parsed instanceof ParsedHeaders.Malformed malformed) {
      assertThat(malformed.reason()).isNotBlank();
    }
    if (parsed instanceof ParsedHeaders.Sequenced sequenced) {
      assertThat(SequencedHeaders.parse(sequenced.headers().toProperties())).isEqualTo(parsed);
    }
  }

  private static @Nullable Object value(FuzzedDataProvider data) {
    return switch (data.consumeInt(0, 7)) {
      case 0 -> data.consumeString(200);
      case 1 -> data.consumeLong();
      case 2 -> data.consumeInt();
      case 3 -> data.consumeDouble();
      case 4 -> data.consumeBytes(20);
      case 5 -> data.consumeBoolean();
      case 6 -> data.consumeLong(0, 3);
      default -> null;
    };
  }
}
