package io.twinbus.local.cosmos.store;

/**
 * A part of a container's partition keys, by their places in the range from "" to "FF". Immutable.
 *
 * @param from the first place
 * @param until the first place behind it
 */
public record KeyRange(String from, String until) {
  private static final String START = "";
  private static final String END = "FF";

  /** All partition keys. */
  public static final KeyRange ALL = new KeyRange(START, END);

  /** Whether it is all of them. */
  public boolean isAll() {
    return from.equals(START) && until.equals(END);
  }

  boolean has(PartitionKey key) {
    if (isAll()) {
      return true;
    }
    String place = EffectiveKey.of(key);
    return place.compareTo(from) >= 0 && place.compareTo(until) < 0;
  }
}
