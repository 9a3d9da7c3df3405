package io.twinbus.console.web;

import io.twinbus.console.view.Templates;
import io.twinbus.console.watch.Board;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Shows each board to all viewers: it is drawn once, and only where there is one. */
public final class Showing implements Consumer<Board> {

  private final Viewers viewers;
  private final Templates templates;
  private final Supplier<Instant> now;

  /** Shows boards to {@code viewers}. */
  public Showing(Viewers viewers, Templates templates, Supplier<Instant> now) {
    this.viewers = viewers;
    this.templates = templates;
    this.now = now;
  }

  @Override
  public void accept(Board board) {
    if (!viewers.isEmpty()) {
      viewers.show(Frames.of(board, now.get(), templates));
    }
  }
}
