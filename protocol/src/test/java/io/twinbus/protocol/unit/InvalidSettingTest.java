package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.settings.InvalidSettingException;
import java.util.List;
import org.junit.jupiter.api.Test;

class InvalidSettingTest {

  /** Found by a fuzzer: a value of several lines made several sentences of one. */
  @Test
  void aValueOfSeveralLinesLeavesItOneSentence() {
    InvalidSettingException mistake =
        new InvalidSettingException(List.of("a is '~\n\ntwinbus: all is well'.", "b is wrong."));

    assertThat(mistake.sentences())
        .containsExactly("a is '~\\u000A\\u000Atwinbus: all is well'.", "b is wrong.");
    assertThat(new InvalidSettingException("c is '\u001b'.").sentences())
        .containsExactly("c is '\\u001B'.");
  }
}
