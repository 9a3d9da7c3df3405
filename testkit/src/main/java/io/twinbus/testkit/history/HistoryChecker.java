package io.twinbus.testkit.history;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.SessionRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Decides whether a history kept the promises of no loss, order and once.
 *
 * <ol>
 *   <li>Hand in what was {@link #sent}, in the order of each session.
 *   <li>Hand in each {@link #effect} that the outside system noted, in order of arrival. A message
 *       that takes effect after a later one of its session is out of order, also when it is a
 *       repeat. A repeat is explained by a higher token (its worker died or lost the claim) or a
 *       higher attempt (a failure was recorded); nothing else explains it.
 *   <li>Where the ledger is at hand, hand in each session's {@link #record}: an acknowledged
 *       message without an effect is lost unless the record names that many numbers as DEAD or
 *       SKIPPED, and no effect may carry a newer token than the record.
 *   <li>{@link #finish}.
 * </ol>
 *
 * Time and memory grow with the number of messages sent, and with nothing else. Not thread-safe.
 */
public final class HistoryChecker {

  private final Map<String, SessionHistory> sessions = new HashMap<>();
  private final Map<NotedEffect.Caller, NotedEffect.Caller> callers = new HashMap<>();
  private final Findings findings = new Findings();
  private final Consumer<Repeat> repeats;

  /** A checker that tells {@code repeats} each message that took effect again. */
  public HistoryChecker(Consumer<Repeat> repeats) {
    this.repeats = repeats;
  }

  /**
   * Takes in the next message that was sent.
   *
   * @param acknowledged whether its sender was told that it is safe
   * @return false when the session had this id before, and nothing was taken in
   */
  public boolean sent(String session, String id, boolean acknowledged) {
    return sessions.computeIfAbsent(session, SessionHistory::new).sent(id, acknowledged);
  }

  /** Takes in the next effect. */
  public void effect(NotedEffect effect) {
    NotedEffect.Caller caller = callers.computeIfAbsent(effect.caller(), same -> same);
    sessions
        .computeIfAbsent(effect.session(), SessionHistory::new)
        .effect(
            new NotedEffect(
                effect.session(), effect.id(), effect.token(), effect.attempt(), caller),
            findings,
            repeats);
  }

  /** Takes in a session's record; those of sessions without messages are passed over. */
  public void record(SessionRecord record) {
    SessionHistory session = sessions.get(record.session().value());
    if (session != null) {
      long deadOrSkipped =
          record.progress().ended().stream()
              .filter(range -> range.state() == EndState.DEAD || range.state() == EndState.SKIPPED)
              .mapToLong(HistoryChecker::size)
              .sum();
      session.recorded(record.token(), deadOrSkipped, findings);
    }
  }

  private static long size(EndedRange range) {
    return range.to() - range.from() + 1;
  }

  /** What is right and wrong; the checker is used up. */
  public Findings finish() {
    sessions.values().forEach(session -> session.end(findings));
    return findings;
  }
}
