package io.twinbus.certify.check;

/** A promise of the product that rests on assumptions. */
public enum Promise {
  NO_LOSS("no loss"),
  ORDER("order"),
  ONCE("once"),
  FENCING("fencing"),
  AVAILABILITY("availability");

  private final String words;

  Promise(String words) {
    this.words = words;
  }

  /** Its name on the product's first page. */
  public String words() {
    return words;
  }
}
