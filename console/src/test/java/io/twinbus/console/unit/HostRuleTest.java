package io.twinbus.console.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.console.web.HostRule;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostRuleTest {

  private static final HostRule RULE = HostRule.loopback(7100);

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:7100", "localhost:7100", "LOCALHOST:7100", "[::1]:7100"})
  void loopbackIsTheConsole(String host) {
    assertThat(RULE.isOwnHost(Optional.of(host))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"evil.example", "localhost", "localhost:7101", "1:7100", "", "x@localhost:7100"})
  void anotherNameIsNot(String host) {
    assertThat(RULE.isOwnHost(Optional.of(host))).isFalse();
  }

  @Test
  void aRequestWithoutAHostIsNot() {
    assertThat(RULE.isOwnHost(Optional.empty())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"null", "http://evil.example", "https://localhost:7100", "localhost:7100"})
  void aFormOfAnotherOriginIsNotTheConsoles(String origin) {
    assertThat(RULE.isOwnPage(Optional.of(origin))).isFalse();
  }

  @Test
  void aFormWithoutAnOriginIsNotEither() {
    assertThat(RULE.isOwnPage(Optional.empty())).isFalse();
    assertThat(RULE.isOwnPage(Optional.of("http://localhost:7100"))).isTrue();
  }
}
