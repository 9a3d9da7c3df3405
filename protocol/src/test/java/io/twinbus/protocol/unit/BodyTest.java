package io.twinbus.protocol.unit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.Body;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import org.junit.jupiter.api.Test;

class BodyTest {

  private final byte[] bytes = {0, (byte) 0xff, 'x'};
  private final Body body = Body.wrap(bytes);

  @Test
  void sharedAreTheBytesThemselvesWithoutACopy() {
    Body text = Body.ofUtf8("Füße");

    assertThat(body.shared()).isSameAs(bytes).isSameAs(body.shared());
    assertThat(text.shared()).isSameAs(text.shared()).asString(UTF_8).isEqualTo("Füße");
    assertThat(Body.empty().shared()).isEmpty();
  }

  @Test
  void aTextIsReadAsItWasWritten() {
    assertThat(Body.ofUtf8("Füße 🚚").utf8()).isEqualTo("Füße 🚚");
    assertThat(Body.ofUtf8("ü").size()).isEqualTo(2);
    assertThat(Body.empty().utf8()).isEmpty();
  }

  @Test
  void aCopyIsTheCallersToChange() {
    byte[] copy = body.toBytes();

    copy[0] = 1;

    assertThat(body.shared()).containsExactly(0, 0xff, 'x');
    assertThat(body.toBytes()).isNotSameAs(body.toBytes()).isEqualTo(body.shared());
  }

  @Test
  void aBufferShowsTheBytesAndTakesNone() {
    ByteBuffer buffer = body.asByteBuffer();

    assertThat(buffer).isEqualTo(ByteBuffer.wrap(bytes));
    assertThatThrownBy(() -> buffer.put(0, (byte) 1)).isInstanceOf(ReadOnlyBufferException.class);
  }

  @Test
  void bodiesAreComparedByContentAndPrintedBySize() {
    assertThat(body)
        .isEqualTo(Body.wrap(bytes.clone()))
        .hasSameHashCodeAs(Body.wrap(bytes.clone()))
        .isNotEqualTo(Body.wrap(new byte[] {0, (byte) 0xff}));
    assertThat(body).hasToString("3 bytes");
    assertThat(body.size()).isEqualTo(3);
    assertThat(Body.ofUtf8("a")).doesNotHaveSameHashCodeAs(Body.ofUtf8("b"));
  }
}
