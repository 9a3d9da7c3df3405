package io.twinbus.protocol;

import java.util.Objects;

/**
 * A text that must not be seen: a key or a connection string. It prints as asterisks.
 *
 * <p>Immutable and thread-safe.
 */
public final class Secret {

  private final String value;

  /** Wraps {@code value}. */
  public Secret(String value) {
    this.value = Objects.requireNonNull(value);
  }

  /** The text itself, for the one call that needs it. */
  public String reveal() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && value.equals(secret.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return "********";
  }
}
