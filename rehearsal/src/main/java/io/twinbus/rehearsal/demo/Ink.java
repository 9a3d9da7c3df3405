package io.twinbus.rehearsal.demo;

/** Colour for a terminal; none where it is not wanted. Immutable and thread-safe. */
public final class Ink {

  private final boolean colour;

  /** Ink with colour or without. */
  public Ink(boolean colour) {
    this.colour = colour;
  }

  String good(String text) {
    return wrap("32;1", text);
  }

  String bad(String text) {
    return wrap("31;1", text);
  }

  String faint(String text) {
    return wrap("2", text);
  }

  private String wrap(String code, String text) {
    return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
