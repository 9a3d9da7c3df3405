package io.twinbus.certify.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.certify.Terminal;
import io.twinbus.local.LocalStack;
import java.io.BufferedReader;
import java.io.StringReader;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The question before a run, and what follows from each answer. */
class QuestionTest {

  @AutoClose private final LocalStack stack = LocalStack.builder().regions("east").start();

  @ParameterizedTest
  @ValueSource(strings = {" Y \n", "y"})
  void aYesBegins(String typed) throws Exception {
    Certified certified = Certified.of(stack, answering(typed), "--output", "json");

    assertThat(certified.err()).contains("Begin? [y/N] ");
    assertThat(certified.code()).as(certified.err()).isZero();
    assertThat(certified.checks("HOLDS")).hasSize(23);
  }

  @ParameterizedTest
  @ValueSource(strings = {"n\n", "\n", "yes, please\n", ""})
  void anyOtherAnswerAndTheEndOfInputDoNot(String typed) {
    Certified certified = Certified.of(stack, answering(typed));

    assertThat(certified.err()).contains("Begin? [y/N] ", "Nothing was done.");
    assertThat(certified.out()).isEmpty();
    assertThat(certified.code()).isZero();
    assertThat(stack.region("east").counts()).hasSize(1);
    assertThat(stack.ledger().containers()).isEmpty();
  }

  @Test
  void withoutATerminalNothingIsAsked() {
    Terminal none =
        new Terminal(
            () -> false,
            () -> {
              throw new AssertionError("It was asked.");
            });

    Certified certified = Certified.of(stack, none);

    assertThat(certified.code()).isEqualTo(2);
    assertThat(certified.err()).contains("say --yes to begin").doesNotContain("Begin?");
    assertThat(stack.region("east").counts()).hasSize(1);
  }

  private static Terminal answering(String typed) {
    return new Terminal(() -> true, () -> new BufferedReader(new StringReader(typed)));
  }
}
