package io.twinbus.ops.output;

import io.twinbus.protocol.text.Printable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows under headings, in columns as wide as their widest cell.
 *
 * <p>Cells are printed without control characters, so that no id can redraw the terminal. Not
 * thread-safe.
 */
public final class Table {

  private static final String GAP = "  ";

  private final List<String> headings;
  private final List<List<String>> rows = new ArrayList<>();

  /** An empty table under {@code headings}. */
  public Table(String... headings) {
    this.headings = List.of(headings);
  }

  /** Adds a row with one cell a heading. */
  public void row(String... cells) {
    if (cells.length != headings.size()) {
      throw new IllegalArgumentException("A row has %d cells.".formatted(headings.size()));
    }
    rows.add(List.of(cells).stream().map(Printable::of).toList());
  }

  /** Writes headings and rows. */
  public void print(PrintWriter out) {
    lines().forEach(out::println);
  }

  /** The headings, and a line for each row. */
  public List<String> lines() {
    int[] widths = new int[headings.size()];
    widen(widths, headings);
    rows.forEach(row -> widen(widths, row));
    List<String> lines = new ArrayList<>();
    lines.add(line(widths, headings));
    rows.forEach(row -> lines.add(line(widths, row)));
    return lines;
  }

  private static void widen(int[] widths, List<String> cells) {
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], cells.get(i).length());
    }
  }

  private static String line(int[] widths, List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      line.append(i == 0 ? "" : GAP).append(cells.get(i));
      line.append(" ".repeat(widths[i] - cells.get(i).length()));
    }
    return line.toString().stripTrailing();
  }
}
