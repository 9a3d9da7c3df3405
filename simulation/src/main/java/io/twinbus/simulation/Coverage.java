package io.twinbus.simulation;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.receiver.rules.Verdict;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import org.jspecify.annotations.Nullable;

/** Notes which of the {@link Transitions} a history reaches. */
final class Coverage {

  /** What becomes of a write. */
  enum Outcome {
    WRITTEN,
    CONFLICT,
    UNKNOWN_LANDED,
    UNKNOWN_LOST,
    UNKNOWN_LATE
  }

  /** How a worker stands when it hears something. */
  enum Ownership {
    UNCLAIMED,
    CLAIMING,
    HOLDING,
    CALLING,
    STOPPING
  }

  private final Score score;

  Coverage(Score score) {
    this.score = score;
  }

  /** A write was taken. */
  void moves(@Nullable SessionRecord before, SessionRecord after, Writer writer) {
    Act act = Act.of(before, after, writer);
    note(Transitions.move(before == null ? null : before.status(), act, after.status()));
    switch (act) {
      case REPORT -> note(Transitions.gap(Transitions.GapResult.REPORTED));
      case LOWER -> note(Transitions.gap(Transitions.GapResult.LOWERED));
      case EVICT -> note(Transitions.gap(Transitions.GapResult.RENEWED));
      case FOUND -> note(Transitions.gap(Transitions.GapResult.FOUND));
      case SKIP -> note(Transitions.gap(Transitions.GapResult.SKIPPED));
      case HOLD -> note(Transitions.decision("Hold"));
      case CLAIM, TAKEOVER, RECLAIM ->
          note(Transitions.decision(before == null ? "Create" : "Replace " + kind(act)));
      default -> {
        // the others are nobody's decision about a claim or a gap
      }
    }
    if (after.progress().ended().stream().anyMatch(end -> end.state() == EndState.HOLE)
        && (before == null || !before.progress().ended().equals(after.progress().ended()))) {
      note(Transitions.verdict(Verdict.OVER_HOLE));
    }
  }

  private static String kind(Act act) {
    return switch (act) {
      case TAKEOVER -> "TAKEOVER";
      case RECLAIM -> "ORPHAN";
      default -> "FREE";
    };
  }

  /** A write was answered, or not. */
  void writes(Act.Position position, Outcome outcome) {
    if (position != Act.Position.OPERATOR) {
      note(Transitions.write(position, outcome));
    }
  }

  static Outcome answered(WriteOutcome outcome) {
    return outcome instanceof WriteOutcome.Written ? Outcome.WRITTEN : Outcome.CONFLICT;
  }

  void hears(Ownership standing, WorkerEvent event) {
    note(Transitions.event(standing, event.getClass()));
  }

  void reports(WorkerFact fact) {
    note(Transitions.fact(fact.getClass()));
    if (fact instanceof WorkerFact.DuplicateDropped) {
      note(Transitions.verdict(Verdict.COVERED));
    } else if (fact instanceof WorkerFact.Parked parked) {
      note(Transitions.parked(parked.reason()));
      switch (parked.reason()) {
        case OWNED_ELSEWHERE -> note(Transitions.decision("Leave OWNED"));
        case BLOCKED -> note(Transitions.decision("Leave BLOCKED"));
        case GAP -> note(Transitions.verdict(Verdict.GAP));
        case NEWER, HANDLER_AWAY, TOO_EARLY -> {
          // not a decision of the rules
        }
      }
    }
  }

  void starts() {
    note(Transitions.verdict(Verdict.NEXT));
  }

  void expires() {
    note(Transitions.verdict(Verdict.EXPIRED));
  }

  private void note(String transition) {
    score.count(Transitions.REACHED + transition);
  }
}
