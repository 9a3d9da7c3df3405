package io.twinbus.rehearsal.terminal;

import io.twinbus.ops.output.Table;
import io.twinbus.protocol.text.Printable;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a run prints at its end: a headline, named figures with a remark each, tables. */
public final class Printout {

  private static final double MILLIS = 1000;

  private final PrintWriter out;
  private final TerminalColour ink;

  /** A sheet that is printed to {@code out} with {@code ink}. */
  public Printout(PrintWriter out, TerminalColour ink) {
    this.out = out;
    this.ink = ink;
  }

  /** Prints {@code good} and its story when the run is passed, and else {@code bad}. */
  public void headline(boolean isPassed, String good, String story, String bad) {
    text(isPassed ? ink.good(good) + story : ink.bad(bad) + " see the reasons below.");
  }

  /** Prints a line as it is. */
  public void text(String line) {
    out.println(line);
  }

  /** Prints a count under its name. */
  public void line(String name, long value) {
    line(name, value, "");
  }

  /** Prints a count under its name, and a remark. */
  public void line(String name, long value, String remark) {
    String text = "  %-12s %,8d".formatted(name, value);
    text(remark.isEmpty() ? text : text + "   " + ink.faint(remark));
  }

  /** Prints a remark under its name. */
  public void remark(String name, String remark) {
    text("  %-12s %s".formatted(name, remark));
  }

  /** Prints {@code table} and an empty line. */
  public void table(Table table) {
    table.print(out);
    text("");
  }

  /** Prints each sentence as an item of a list. */
  public void objections(List<String> sentences) {
    sentences.forEach(sentence -> text("  - " + Printable.of(sentence)));
  }

  /** A number with its thousands apart. */
  public static String number(long value) {
    return "%,d".formatted(value);
  }

  /** Seconds with a tenth. */
  public static String seconds(Duration time) {
    return "%.1f s".formatted(time.toMillis() / MILLIS);
  }

  /** Milliseconds, or seconds from one second on. */
  public static String millis(double value) {
    return value < MILLIS ? "%.0f ms".formatted(value) : "%.1f s".formatted(value / MILLIS);
  }

  /** Each name with its count, in the order of the names. */
  public static String counts(Map<String, Integer> counts) {
    return new TreeMap<>(counts)
        .entrySet().stream()
            .map(count -> count.getKey() + " " + number(count.getValue()))
            .collect(Collectors.joining(", "));
  }

  /** Each constant in lower case, in words, with its count. */
  public static String causes(Map<? extends Enum<?>, Integer> causes) {
    return causes.entrySet().stream()
        .map(
            cause ->
                cause.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                    + " "
                    + number(cause.getValue()))
        .collect(Collectors.joining(", "));
  }
}
