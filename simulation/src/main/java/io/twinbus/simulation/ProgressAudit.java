package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Looks at how a write changed a session's progress: every end has its cause, and stands. */
final class ProgressAudit {

  private final Messages messages;
  private final StateAudit states;
  private final Pages pages;
  private final SuspectAudit suspects;
  private final EvidenceAudit evidence;
  private final Predicate<ClaimId> wasTaken;
  private final Ground ground;
  private final Map<String, EndedRange> ends = new HashMap<>();

  /** Whether a page says how a range of the session ended. */
  interface Pages {
    boolean has(SessionId session, EndedRange range, Progress progress);
  }

  /** {@code wasTaken} tells whether somebody else claimed a session that stood under the claim. */
  ProgressAudit(
      Messages messages,
      SuspectAudit suspects,
      EvidenceAudit evidence,
      Pages pages,
      Predicate<ClaimId> wasTaken,
      Ground ground) {
    this.wasTaken = wasTaken;
    this.evidence = evidence;
    this.pages = pages;
    this.messages = messages;
    this.states = new StateAudit(messages, this);
    this.suspects = suspects;
    this.ground = ground;
  }

  /** How a message ended: as the record says, or, where a page does, as it said then. */
  Optional<EndedRange> endOf(SessionId session, Progress progress, Position position) {
    StreamId stream = position.stream();
    return progress.isOverflown(stream, position.seq())
        ? Optional.ofNullable(ends.get(name(session, stream, position.seq())))
        : progress.endOf(stream, position.seq());
  }

  private static String name(SessionId session, StreamId stream, long seq) {
    return session + "/" + stream + "-" + seq;
  }

  void accepted(@Nullable SessionRecord before, SessionRecord after, Writer writer) {
    Progress then = before == null ? Progress.NONE : before.progress();
    Progress now = after.progress();
    SessionId session = after.session();
    for (StreamId stream : then.cursors().keySet()) {
      require(
          now.cursor(stream) >= then.cursor(stream),
          Invariant.P1_NO_LOSS,
          () ->
              "%s moved the cursor of %s/%s back from %d to %d"
                  .formatted(
                      writer.name(), session, stream, then.cursor(stream), now.cursor(stream)));
    }
    endsStand(session, then, now, writer);
    long ended = 0;
    for (StreamId stream : now.cursors().keySet()) {
      ended += now.cursor(stream) - then.cursor(stream);
      for (long seq = then.cursor(stream) + 1; seq <= now.cursor(stream); seq++) {
        ended(session, stream, seq, now, writer);
      }
    }
    if (ended > 1) {
      ground.score().count(ended > 3 ? "write ends more than 3" : "write ends 2 or 3");
    }
    failuresAreCalls(session, now);
    evidence.accepted(session, then, now);
    states.accepted(before, after);
    if (before != null && !before.state().equals(after.state())) {
      ground.score().count("state moved");
    }
  }

  private void endsStand(SessionId session, Progress then, Progress now, Writer writer) {
    for (EndedRange range : then.ended()) {
      require(
          now.ended().stream()
                  .anyMatch(
                      later ->
                          later.state() == range.state()
                              && later.covers(range.stream(), range.from())
                              && later.covers(range.stream(), range.to()))
              || (now.isOverflown(range.stream(), range.to()) && pages.has(session, range, now)),
          Invariant.P1_NO_LOSS,
          () ->
              "%s changed the end of %s/%s %d-%d"
                  .formatted(writer.name(), session, range.stream(), range.from(), range.to()));
    }
    for (EndedRange range : now.ended()) {
      long known = Math.min(range.to(), then.cursor(range.stream()));
      for (long seq = range.from(); seq <= known; seq++) {
        endStands(session, range, then.endOf(range.stream(), seq).orElseThrow(), seq);
      }
    }
  }

  private static void endStands(SessionId session, EndedRange now, EndedRange then, long seq) {
    require(
        then.state() == now.state(),
        Invariant.P1_NO_LOSS,
        () ->
            "the end of %s/%s-%d changed from %s to %s"
                .formatted(session, now.stream(), seq, then.state(), now.state()));
  }

  private void ended(SessionId session, StreamId stream, long seq, Progress now, Writer writer) {
    EndedRange range = now.endOf(stream, seq).orElseThrow();
    ends.put(name(session, stream, seq), range);
    EndState end = range.state();
    boolean isGivenUp = end == EndState.DEAD && range.reason().equals("MaxAttemptsExceeded");
    if (isGivenUp) {
      suspects.condemned(session, stream, seq);
    }
    SentMessage message = messages.find(session, stream, seq);
    String name = name(session, stream, seq);
    ground.score().count("ended " + end);
    if (range.reason().equals("TTLExpiredException")) {
      ground.coverage().expires();
    }
    switch (end) {
      case DONE ->
          require(
              message == null ? messages.isLongPast(session, stream, seq) : message.completed,
              Invariant.P1_NO_LOSS,
              () ->
                  "%s ended %s as DONE, and no handler call for it has completed"
                      .formatted(writer.name(), name));
      case DEAD ->
          require(
              message != null
                  && (message.condemned
                      || (isExpired(message) && !isRunning(message))
                      || isGivenUp),
              Invariant.P1_NO_LOSS,
              () -> "%s ended %s as DEAD without a cause".formatted(writer.name(), name));
      case SKIPPED ->
          require(
              writer.isOperator() || range.reason().equals(GapRule.LATE_AFTER_SKIP),
              Invariant.P1_NO_LOSS,
              () ->
                  "%s skipped %s, which only an operator and the gap policy may"
                      .formatted(writer.name(), name));
      case HOLE ->
          require(
              message != null && message.failed,
              Invariant.P1_NO_LOSS,
              () ->
                  "%s closed a hole over %s, which its sender has not reported as failed"
                      .formatted(writer.name(), name));
    }
  }

  /**
   * A call that nothing has excused is under way, or has taken effect. A worker of a machine that
   * stood still, its clock with it, does not know yet that its claim was taken.
   */
  private boolean isRunning(SentMessage message) {
    return message.starts.stream()
        .anyMatch(
            run ->
                !run.excused && !run.worker.isExcused() && run.claims.stream().noneMatch(wasTaken));
  }

  /** By the clock of a machine that is wrong by half a minute. */
  private boolean isExpired(SentMessage message) {
    Instant expiry = message.headers.expiresAt();
    Instant latest = ProcessClock.START.plus(ground.timeline().now()).plusSeconds(30);
    return expiry != null && !latest.isBefore(expiry);
  }

  private void failuresAreCalls(SessionId session, Progress now) {
    now.eachSuspect((stream, suspect) -> failuresAreCalls(session, stream, suspect));
  }

  private void failuresAreCalls(SessionId session, StreamId stream, Suspect suspect) {
    SentMessage message = messages.find(session, stream, suspect.seq());
    int calls = message == null ? 0 : message.starts.size() + message.unlucky();
    require(
        calls >= suspect.attempts(),
        Invariant.P3_ONCE,
        () ->
            "%s/%s-%d has %d attempts on record after %d calls"
                .formatted(session, stream, suspect.seq(), suspect.attempts(), calls));
  }
}
