package io.twinbus.sender.pipeline;

import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether a link's connection is of any use, judged by how its batches end:
 *
 * <ol>
 *   <li>An answer of the broker, also a refusal: it is, and what was before is forgotten.
 *   <li>No answer: a strike.
 *   <li>{@link #STRIKES} of those in a row, over {@link #SPAN} at least: it is not, and is to be
 *       made anew, with a watch of its own.
 * </ol>
 *
 * <p>A region that is away ends this way, too; then the new connection is as useless as the old
 * one, and costs little. Not thread-safe.
 */
public final class AnswerWatch {

  /** How many batches in a row must go without an answer. */
  public static final int STRIKES = 3;

  /** How much time there must be between the first and the last of them. */
  public static final Duration SPAN = Duration.ofSeconds(5);

  /** The one condition of the moment that a broker sends; the SDK makes the others up itself. */
  private static final Set<String> SENT_BY_BROKERS = Set.of("com.microsoft:server-busy");

  private int strikes;
  private @Nullable MonotonicTime firstAt;

  /** A batch has ended at {@code now} with {@code outcome}; whether to make the link anew. */
  public boolean on(Event outcome, MonotonicTime now) {
    if (isAnswer(outcome)) {
      strikes = 0;
      firstAt = null;
      return false;
    }
    strikes++;
    MonotonicTime first = firstAt == null ? now : firstAt;
    firstAt = first;
    return strikes >= STRIKES && now.isAtOrAfter(first.plus(SPAN));
  }

  private static boolean isAnswer(Event outcome) {
    if (outcome instanceof Event.Refused refused) {
      Optional<String> condition = refused.problem().condition();
      return refused.kind() != RefusalKind.TRANSIENT
          || condition.filter(SENT_BY_BROKERS::contains).isPresent();
    }
    return !(outcome instanceof Event.Unanswered);
  }
}
