package io.twinbus.ledger;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.text.Printable;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How far the ledger falls short of what an instance asks of it, for people; nothing is decided by
 * it.
 *
 * <p>Immutable and thread-safe.
 *
 * @param lasts for how long it has refused writes (429)
 * @param longest the sessions whose writes have waited longest, the first of them longest; at most
 *     {@value #NAMED}
 * @param neededPercent how many percent of the request units that it has would serve, within a
 *     second, all that waits beside what it serves anyhow
 */
public record Saturation(Duration lasts, List<Waiting> longest, int neededPercent) {

  /** As many of the waiting sessions are named. */
  public static final int NAMED = 5;

  private static final double PERCENT = 100;

  /** A session whose write has not been carried out for {@code since}. */
  public record Waiting(SessionId session, Duration since) {}

  /** Copies {@code longest}, as many as are named. */
  public Saturation {
    longest = longest.stream().limit(NAMED).toList();
  }

  /** What it comes to, in words, when {@code waiting} writes wait. */
  public String text(int waiting) {
    String who =
        longest.stream()
            .map(
                each ->
                    "'%s' for %d s"
                        .formatted(Printable.of(each.session().value()), each.since().toSeconds()))
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "%d %s%s; %.1f times the request units would serve them within a second",
        waiting,
        waiting == 1 ? "write waits" : "writes wait",
        who.isEmpty() ? "" : ", the longest of sessions " + who,
        neededPercent / PERCENT);
  }
}
