package io.twinbus.protocol;

/**
 * The name of a region: one Service Bus namespace and the receivers beside it.
 *
 * <p>1 to 32 lower-case letters, digits and hyphens, beginning with a letter. Names order
 * alphabetically, and that order is part of the protocol: {@link HomePolicy#bySession()} picks by
 * position in it.
 *
 * <p>Immutable and thread-safe.
 */
public record RegionName(String value) implements Comparable<RegionName> {

  private static final int MAX_LENGTH = 32;

  /**
   * @throws InvalidNameException when {@code value} is not a region name
   */
  public RegionName {
    if (!isValid(value)) {
      throw new InvalidNameException(
          "'"
              + value
              + "' is no region name: use 1 to 32 lower-case letters, digits and hyphens, beginning"
              + " with a letter.");
    }
  }

  /** Without a regular expression: every message that comes names its home. */
  private static boolean isValid(String value) {
    boolean isValid = !value.isEmpty() && value.length() <= MAX_LENGTH && isLetter(value.charAt(0));
    for (int i = 1; isValid && i < value.length(); i++) {
      char c = value.charAt(i);
      isValid = isLetter(c) || (c >= '0' && c <= '9') || c == '-';
    }
    return isValid;
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z';
  }

  @Override
  public int compareTo(RegionName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
