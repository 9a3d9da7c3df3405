package io.twinbus.console.web;

import io.twinbus.console.view.Chart;
import io.twinbus.console.view.Templates;
import io.twinbus.console.watch.Board;
import java.time.Instant;
import java.util.Map;

/**
 * What the console shows at one moment, as a page of one file: no script, nothing from elsewhere.
 */
public final class OutcomePage {

  private OutcomePage() {}

  /** The page of {@code board} at {@code now}. */
  public static String of(Board board, Instant now, Templates templates) {
    Map<String, Object> model = Frames.model(board, now);
    model.put("at", now);
    model.put("charts", Chart.all(board.points()));
    model.put("style", Assets.text("console.css"));
    return templates.render("report", model);
  }
}
