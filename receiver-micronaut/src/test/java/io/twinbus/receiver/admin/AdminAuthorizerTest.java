package io.twinbus.receiver.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a token that a request brings is compared with those that are accepted. */
class AdminAuthorizerTest {

  private static final String TOKEN = "0123456789abcdef";

  private final AdminAuthorizer authorizer =
      new AdminAuthorizer(AdminTokens.of(new Secret(TOKEN + " fedcba98765432100")));

  @Test
  void eachOfTwoTokensOfUnequalLengthIsAccepted() {
    assertThat(isAllowed(authorizer, TOKEN)).isTrue();
    assertThat(isAllowed(authorizer, "fedcba98765432100")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "0123456789abcde",
        "123456789abcdef",
        "0123456789abcdef0",
        "0123456789abcdef0123456789abcdef",
        "fedcba9876543210",
        "0123456789abcdef fedcba98765432100",
        "0123456789abcde\u00e6"
      })
  void aTextOfAnotherLengthOrEndIsRefused(String brought) {
    assertThat(isAllowed(authorizer, brought)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "short"})
  void whereNoTokenIsLongEnoughNoneIsAccepted(String configured) {
    AdminAuthorizer none = new AdminAuthorizer(AdminTokens.of(new Secret(configured)));

    assertThat(isAllowed(none, configured)).isFalse();
    assertThat(isAllowed(none, "")).isFalse();
  }

  /** A clock cannot show it in a test: an early return is a matter of nanoseconds. */
  @Test
  void tokensAreComparedByTheComparisonOfDigestsAndByNoOther() throws IOException {
    String compiled;
    try (InputStream in =
        Objects.requireNonNull(
            AdminAuthorizer.class.getResourceAsStream("AdminAuthorizer.class"))) {
      compiled = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    assertThat(compiled)
        .contains("java/security/MessageDigest", "isEqual")
        .doesNotContain("equals", "startsWith", "compareTo", "contentEquals", "java/util/Arrays");
  }

  private static boolean isAllowed(AdminAuthorizer authorizer, String token) {
    return authorizer.decide("receiver.example", "Bearer " + token).isAllowed();
  }
}
