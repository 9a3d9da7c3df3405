package io.twinbus.console.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the forms of one run of the console carry, so that no page of another site can send one. Its
 * {@code toString} does not say it.
 *
 * <p>Immutable and thread-safe.
 */
public final class FormToken {

  private static final int BYTES = 32;

  private final String value;

  private FormToken(String value) {
    this.value = value;
  }

  /** A token that cannot be guessed. */
  public static FormToken random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new FormToken(HexFormat.of().formatHex(bytes));
  }

  /** As a form carries it. */
  String value() {
    return value;
  }

  /** Why a form that carries {@code token} is not taken; empty: it is this console's own. */
  Optional<String> refusal(@Nullable String token) {
    return isThatOf(token)
        ? Optional.empty()
        : Optional.of("This form is of another run of the console: load its page again.");
  }

  /** Whether a form that carries {@code token} was made by this console. */
  boolean isThatOf(@Nullable String token) {
    return token != null
        && MessageDigest.isEqual(
            token.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
  }
}
