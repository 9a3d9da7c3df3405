package io.twinbus.console.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A form is this console's own by its whole token, and by nothing less. */
class FormTokenTest {

  private final FormToken token = FormToken.random();

  @Test
  void onlyTheWholeTokenIsTaken() {
    String value = token.value();

    assertThat(token.refusal(value)).isEmpty();
    assertThat(token.refusal(null)).isPresent();
    assertThat(token.refusal("")).isPresent();
    assertThat(token.refusal(value.substring(0, value.length() - 1))).isPresent();
    assertThat(token.refusal(value.substring(1))).isPresent();
    assertThat(token.refusal(value + "0")).isPresent();
    assertThat(token.refusal(FormToken.random().value())).isPresent();
  }
}
