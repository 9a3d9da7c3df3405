package io.twinbus.rehearsal.terminal;

/** Colour for a terminal; none where it is not wanted. Immutable and thread-safe. */
public final class TerminalColour {

  private final boolean colour;

  /** One with colour or without. */
  public TerminalColour(boolean colour) {
    this.colour = colour;
  }

  /** What is well. */
  public String good(String text) {
    return wrap("32;1", text);
  }

  /** What is not. */
  public String bad(String text) {
    return wrap("31;1", text);
  }

  /** What is said beside. */
  public String faint(String text) {
    return wrap("2", text);
  }

  private String wrap(String code, String text) {
    return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
