package io.twinbus.simulation;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.message.ExplicitSequence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The numbers that an application gives its messages itself, and what it knows became of each. It
 * keeps them over the deaths of its senders, sends again what it was not told is safe, and abandons
 * a number that has failed twice.
 */
final class OwnNumbers {

  private static final int TRIES = 2;

  private enum State {
    OPEN,
    SAFE,
    FAILED,
    ABANDONED
  }

  /** A message and its number. */
  static final class Numbered {
    final long ticket;
    final long seq;
    final Submission submission;
    private State state = State.OPEN;
    private int tries;

    private Numbered(long ticket, long seq, Submission submission) {
      this.ticket = ticket;
      this.seq = seq;
      this.submission = submission;
    }
  }

  private final StreamId stream;
  private final Map<SessionId, List<Numbered>> sessions = new LinkedHashMap<>();
  private final Map<Long, Numbered> byTicket = new LinkedHashMap<>();

  OwnNumbers(StreamId stream) {
    this.stream = stream;
  }

  StreamId stream() {
    return stream;
  }

  /**
   * Gives a message the next number of its session. It waits as if it had failed while one before
   * it does: a number is handed in after all before it.
   */
  Numbered next(long ticket, Submission submission) {
    List<Numbered> session =
        sessions.computeIfAbsent(submission.session(), absent -> new ArrayList<>());
    Numbered next = new Numbered(ticket, session.size() + 1L, submission);
    next.state =
        session.stream().anyMatch(each -> each.state == State.FAILED) ? State.FAILED : State.OPEN;
    session.add(next);
    byTicket.put(ticket, next);
    return next;
  }

  /** Its place now: behind the last number before it that was not abandoned. */
  ExplicitSequence placeOf(Numbered message) {
    long prev = 0;
    for (Numbered other : session(message)) {
      prev = other.seq < message.seq && other.state != State.ABANDONED ? other.seq : prev;
    }
    return new ExplicitSequence(stream, message.seq, prev, null);
  }

  private List<Numbered> session(Numbered message) {
    return Objects.requireNonNull(sessions.get(message.submission.session()));
  }

  void safe(long ticket) {
    of(ticket).state = State.SAFE;
  }

  /** It failed; {@code isTried}: it was sent, and not refused for what stands before it. */
  void failed(long ticket, boolean isTried) {
    Numbered message = of(ticket);
    message.state = State.FAILED;
    message.tries += isTried ? 1 : 0;
  }

  /** Whether the sender has let go of it, as it was asked to. */
  void abandoned(long ticket, boolean isAbandoned) {
    Numbered message = of(ticket);
    message.state = isAbandoned ? State.ABANDONED : message.state;
    message.tries = isAbandoned ? message.tries : 0;
  }

  /** Whether the application will send it again, or wait for it, when its sender has died. */
  boolean comesBack(long ticket) {
    Numbered message = byTicket.get(ticket);
    return message != null && (message.state == State.OPEN || message.state == State.FAILED);
  }

  /** Whether all have ended, as far as the application knows. */
  boolean isSettled() {
    return byTicket.keySet().stream().noneMatch(this::comesBack);
  }

  /** What a new sender has to send, in the order of the numbers. */
  List<Numbered> unanswered() {
    return byTicket.values().stream().filter(each -> comesBack(each.ticket)).toList();
  }

  boolean isWaiting(Numbered message) {
    return message.state == State.FAILED;
  }

  /** By session, what failed, in the order of the numbers. */
  Collection<List<Numbered>> failures() {
    return sessions.values().stream()
        .map(all -> all.stream().filter(each -> each.state == State.FAILED).toList())
        .filter(failed -> !failed.isEmpty())
        .toList();
  }

  /** Whether it is given up by name rather than sent again. */
  boolean isHopeless(Numbered message) {
    return message.tries >= TRIES;
  }

  /** It is handed in again. */
  void again(Numbered message) {
    message.state = State.OPEN;
  }

  private Numbered of(long ticket) {
    return Objects.requireNonNull(byTicket.get(ticket));
  }
}
