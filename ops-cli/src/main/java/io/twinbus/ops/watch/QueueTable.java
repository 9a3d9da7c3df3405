package io.twinbus.ops.watch;

import io.twinbus.ops.output.Ages;
import io.twinbus.ops.output.Table;
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
    List<String> lines = new ArrayList<>(table.lines().stream().map(this::cut).toList());
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
    List<String> cells = new ArrayList<>();
    cells.add(row.name());
    cells.add(row.handler());
    cells.add(row.endedPerSecond().map(Frame::rate).orElse("?"));
    cells.addAll(copies(row.copies(), isWide));
    if (isWide) {
      cells.add(String.join(" ", row.troubles()));
    }
    return cells.toArray(String[]::new);
  }

  /** Lag, waiting and scheduled copies, dead letters; scheduled ones only where there is room. */
  static List<String> copies(Snapshot.Queue queue, boolean isWide) {
    boolean isDown = queue.trouble().isPresent();
    String more = queue.isWhole() ? "" : "+";
    List<String> cells = new ArrayList<>();
    cells.add(queue.lag().map(Ages::of).orElse("-"));
    cells.add(isDown ? "?" : queue.waiting() + more);
    if (isWide) {
      cells.add(isDown ? "?" : queue.scheduled() + more);
    }
    cells.add(isDown ? "?" : Integer.toString(queue.dead()));
    return cells;
  }

  private String cut(String line) {
    return line.length() <= width ? line : line.substring(0, width - 1) + "…";
  }
}
