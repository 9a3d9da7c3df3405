package io.twinbus.ops.watch;

/** Colour, or none. */
enum Ink {
  /** For terminals. */
  COLOUR,
  /** For pipes, and where {@code NO_COLOR} is set. */
  NONE;

  private static final String RED = "\u001b[31m";
  private static final String RESET = "\u001b[0m";

  /** {@code text} as trouble looks. */
  String bad(String text) {
    return this == COLOUR ? RED + text + RESET : text;
  }
}
