package io.twinbus.ops.command;

import java.util.regex.Pattern;

/** A text as one types it in a shell, so that a command that is printed can be copied. */
public final class ShellWord {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:/@%+=-]+");

  private ShellWord() {}

  /** {@code text}, in quotes where a shell would take it apart. */
  public static String of(String text) {
    return PLAIN.matcher(text).matches() && !text.startsWith("-")
        ? text
        : "'" + text.replace("'", "'\\''") + "'";
  }
}
