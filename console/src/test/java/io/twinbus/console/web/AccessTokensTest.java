package io.twinbus.console.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which tokens of a file are accepted, and as whose. */
class AccessTokensTest {

  private static final String READING = "reading-token-0001";
  private static final String ACTING = "acting-token-00001";

  @TempDir Path directory;
  private Path file;
  private AccessTokens tokens;

  @BeforeEach
  void place() {
    file = directory.resolve("tokens");
    tokens = new AccessTokens(file);
  }

  @Test
  void eachTokenHasItsRole() throws IOException {
    write("reader " + READING, "operator " + ACTING);

    assertThat(role(READING)).contains(Role.READER);
    assertThat(role(ACTING)).contains(Role.OPERATOR);
    assertThat(role(READING + "x")).isEmpty();
    assertThat(role(READING.substring(0, READING.length() - 1))).isEmpty();
    assertThat(role("")).isEmpty();
  }

  @Test
  void aTokenOfBothRolesIsAnOperatorsInWhateverOrder() throws IOException {
    write("reader " + READING, "operator " + READING);
    assertThat(role(READING)).contains(Role.OPERATOR);

    write("operator " + READING, "reader " + READING);
    assertThat(role(READING)).contains(Role.OPERATOR);
  }

  @Test
  void severalTokensOfOneRoleAreAcceptedAndAChangeIsSeenAtOnce() throws IOException {
    write("reader " + READING, "reader " + ACTING);
    assertThat(role(READING)).contains(Role.READER);
    assertThat(role(ACTING)).contains(Role.READER);

    write("reader " + ACTING);

    assertThat(role(READING)).isEmpty();
    assertThat(role(ACTING)).contains(Role.READER);
  }

  @Test
  void whatIsShortOrOfNoRoleIsNoToken() throws IOException {
    String shortest = "x".repeat(AccessTokens.SHORTEST);
    write(
        "reader " + shortest.substring(1),
        "owner " + READING,
        "# operator " + ACTING,
        "reader " + shortest);

    assertThat(role(shortest)).contains(Role.READER);
    assertThat(role(shortest.substring(1))).isEmpty();
    assertThat(role(READING)).isEmpty();
    assertThat(role(ACTING)).isEmpty();
  }

  @Test
  void withoutAFileThereIsNone() throws IOException {
    assertThat(tokens.hasAny()).isFalse();
    assertThat(role(READING)).isEmpty();

    write("reader " + READING);

    assertThat(tokens.hasAny()).isTrue();
  }

  private Optional<Role> role(String token) {
    return tokens.role(new Secret(token));
  }

  private void write(String... lines) throws IOException {
    Files.writeString(file, String.join("\n", lines) + "\n");
  }
}
