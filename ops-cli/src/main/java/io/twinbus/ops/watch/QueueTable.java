package io.twinbus.ops.watch;

import io.twinbus.ops.output.Ages;
import io.twinbus.ops.output.Table;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** All queues as a table whose lines are not wider than the terminal. */
record QueueTable(int width, Ink ink) {

  private static final int WIDE = 110;

  /** The heading and at most {@code most} queues: those that need a look first, then by name. */
  List<String> lines(List<QueueRow> rows, int most) {
    List<QueueRow> shown =
        rows.stream()
            .sorted(Comparator.comparing((QueueRow row) -> !row.isBad()))
            .limit(most)
            .toList();
    boolean isWide = width >= WIDE;
    Table table =
        isWide
            ? new Table(
                "QUEUE",
                "HANDLER",
                "ENDED/S",
                "LAG",
                "WAITING",
                "SCHEDULED",
                "DEAD LETTERS",
                "TROUBLE")
            : new Table("QUEUE", "HANDLER", "ENDED/S", "LAG", "WAITING", "DEAD");
    shown.forEach(row -> table.row(cells(row, isWide)));
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    table.print(out);
    out.flush();
    List<String> lines = new ArrayList<>(text.toString().lines().map(this::cut).toList());
    for (int i = 0; i < shown.size(); i++) {
      if (shown.get(i).isBad()) {
        lines.set(i + 1, ink.bad(lines.get(i + 1)));
      }
    }
    if (shown.size() < rows.size()) {
      lines.add(cut("… and %d more queues: see 'regions'".formatted(rows.size() - shown.size())));
    }
    return lines;
  }

  private static String[] cells(QueueRow row, boolean isWide) {
    Snapshot.Queue copies = row.copies();
    boolean isDown = copies.trouble().isPresent();
    String more = copies.isWhole() ? "" : "+";
    List<String> cells = new ArrayList<>();
    cells.add(row.name());
    cells.add(row.handler());
    cells.add(row.endedPerSecond().map(Frame::rate).orElse("?"));
    cells.add(copies.lag().map(Ages::of).orElse("-"));
    cells.add(isDown ? "?" : copies.waiting() + more);
    if (isWide) {
      cells.add(isDown ? "?" : copies.scheduled() + more);
    }
    cells.add(isDown ? "?" : Integer.toString(copies.dead()));
    if (isWide) {
      cells.add(String.join(" ", row.troubles()));
    }
    return cells.toArray(String[]::new);
  }

  private String cut(String line) {
    return line.length() <= width ? line : line.substring(0, width - 1) + "…";
  }
}
