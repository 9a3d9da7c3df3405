package io.twinbus.rehearsal.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Body;
import io.twinbus.rehearsal.input.Padding;
import org.junit.jupiter.api.Test;

class PaddingTest {

  @Test
  void whatWasPaddedIsAsItWasWithoutIt() {
    for (int bytes : new int[] {0, 1, 250_000}) {
      Body padded = Body.ofUtf8(Padding.padded("{\"a\":\"ä\"}", bytes));

      assertThat(padded.size()).isGreaterThanOrEqualTo(bytes + 10);
      assertThat(Padding.without(padded)).isEqualTo(Body.ofUtf8("{\"a\":\"ä\"}"));
    }
  }

  @Test
  void aBodyWithoutPaddingOrWithDamagedOneIsNotTouched() {
    for (String body : new String[] {"", "{}", "{}\n", "{}\n3\n..", "{}\n3\n..x", "{}\nx\n..."}) {
      assertThat(Padding.without(Body.ofUtf8(body))).isEqualTo(Body.ofUtf8(body));
    }
  }
}
