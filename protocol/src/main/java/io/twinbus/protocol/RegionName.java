package io.twinbus.protocol;

import java.util.regex.Pattern;

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

  private static final Pattern VALID = Pattern.compile("[a-z][a-z0-9-]{0,31}");

  /**
   * @throws InvalidNameException when {@code value} is not a region name
   */
  public RegionName {
    if (!VALID.matcher(value).matches()) {
      throw new InvalidNameException(
          "'"
              + value
              + "' is no region name: use 1 to 32 lower-case letters, digits and hyphens, beginning"
              + " with a letter.");
    }
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
