package io.twinbus.rehearsal.terminal;

import java.util.Map;

/**
 * What the output goes to.
 *
 * @param live whether one line can be redrawn: standard error is a terminal
 * @param colour whether colours are wanted on standard output
 */
public record Terminal(boolean live, boolean colour) {

  /** System property by which the launcher says that standard error is a terminal. */
  public static final String ERR_PROPERTY = "twinbus.terminal.err";

  /** System property by which the launcher says that standard output is a terminal. */
  public static final String OUT_PROPERTY = "twinbus.terminal.out";

  /** What the launcher and the environment say; NO_COLOR means none, TERM=dumb neither. */
  public static Terminal of(Map<String, String> environment) {
    boolean dumb = "dumb".equals(environment.get("TERM"));
    boolean colour = environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new Terminal(
        Boolean.getBoolean(ERR_PROPERTY) && !dumb,
        Boolean.getBoolean(OUT_PROPERTY) && !dumb && colour);
  }
}
