package io.twinbus.console.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.console.ConsoleAccess;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody but this machine's users reaches a console without a token. */
class ConsoleAccessTest {

  private static final Optional<URI> PUBLIC = Optional.of(URI.create("https://twinbus.example"));

  @TempDir private Path directory;
  private Path tokens;

  @BeforeEach
  void write() throws Exception {
    tokens = Files.writeString(directory.resolve("tokens"), "operator 0123456789abcdef\n");
  }

  @Test
  void anAddressThatOthersReachNeedsAProxyAndTokens() {
    assertThatThrownBy(
            () -> new ConsoleAccess(false, "0.0.0.0", Optional.empty(), Optional.of(tokens)))
        .hasMessageContaining("--public-url");
    assertThatThrownBy(() -> new ConsoleAccess(false, "0.0.0.0", PUBLIC, Optional.empty()))
        .hasMessageContaining("--token-file");
    assertThat(new ConsoleAccess(false, "0.0.0.0", PUBLIC, Optional.of(tokens)).host())
        .isEqualTo("0.0.0.0");
  }

  /** A server without a host serves every address of the machine. */
  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  void anEmptyAddressIsRefused(String host) {
    assertThatThrownBy(() -> new ConsoleAccess(true, host, Optional.empty(), Optional.empty()))
        .hasMessageContaining("--host is empty");
  }

  @Test
  void aProxyOnThisMachineNeedsTokens() {
    assertThatThrownBy(
            () -> new ConsoleAccess(true, ConsoleAccess.LOOPBACK, PUBLIC, Optional.empty()))
        .hasMessageContaining("--token-file");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://twinbus.example",
        "https://twinbus.example/path",
        "https://a:b@twinbus.example",
        "https://twinbus.example?x",
        "twinbus.example"
      })
  void aPublicAddressIsHttpsWithoutAPath(String url) {
    assertThatThrownBy(
            () ->
                new ConsoleAccess(
                    false,
                    ConsoleAccess.LOOPBACK,
                    Optional.of(URI.create(url)),
                    Optional.of(tokens)))
        .hasMessageContaining("--public-url is an https address without a path");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "operator short", "0123456789abcdef", "admin 0123456789abcdef"})
  void aFileWithoutATokenIsRefused(String text) throws Exception {
    Files.writeString(tokens, text);

    assertThatThrownBy(
            () ->
                new ConsoleAccess(
                    false, ConsoleAccess.LOOPBACK, Optional.empty(), Optional.of(tokens)))
        .hasMessageContaining("16 characters or more");
  }

  /** Of the last token only a part would be read, and that part be a token. */
  @Test
  void aFileOfMoreThanFourKibibytesIsRefused() throws Exception {
    Files.writeString(tokens, " ".repeat(4_096 - 25) + "operator 0123456789abcdef");
    assertThat(
            new ConsoleAccess(false, ConsoleAccess.LOOPBACK, Optional.empty(), Optional.of(tokens))
                .host())
        .isEqualTo(ConsoleAccess.LOOPBACK);

    Files.writeString(tokens, " ".repeat(4_096 - 25) + "operator 0123456789abcdefghijklmn");
    assertThatThrownBy(
            () ->
                new ConsoleAccess(
                    false, ConsoleAccess.LOOPBACK, Optional.empty(), Optional.of(tokens)))
        .hasMessageContaining("larger than 4 KiB");
  }
}
