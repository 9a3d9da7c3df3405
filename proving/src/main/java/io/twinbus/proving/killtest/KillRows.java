package io.twinbus.proving.killtest;

import java.io.PrintWriter;
import java.util.List;

/** Prints a row for each round as soon as it is over, and counts the defects. Not thread-safe. */
public final class KillRows {

  private static final int SHOWN_DEFECTS = 20;

  private final PrintWriter out;
  private int defects;

  /** Rows that are printed to {@code out}. */
  public KillRows(PrintWriter out) {
    this.out = out;
  }

  void print(String row, List<String> found) {
    out.println(row);
    found.stream().limit(SHOWN_DEFECTS).forEach(defect -> out.println("      " + defect));
    out.flush();
    defects += found.size();
  }

  int defects() {
    return defects;
  }
}
