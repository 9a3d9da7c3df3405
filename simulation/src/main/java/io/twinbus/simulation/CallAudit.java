package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Looks at every handler call when it starts: order, once-ness, and one at a time. */
final class CallAudit {

  private static final Duration GRACE = new Wiring().flow().pace().handlerGrace();

  private final AuditedSessions sessions;
  private final LedgerAudit ledger;
  private final SuspectAudit suspects;
  private final GroupAudit groups;
  private final Timeline timeline;
  private final SingleCallAudit singles;
  private final Predicate<ClaimId> wasMessageTaken;
  private final Map<SessionId, List<HandlerRun>> open = new HashMap<>();

  CallAudit(
      AuditedSessions sessions,
      LedgerAudit ledger,
      SuspectAudit suspects,
      GroupAudit groups,
      Singles singles,
      Timeline timeline) {
    this.timeline = timeline;
    this.singles = singles.calls();
    this.wasMessageTaken = singles.wasTaken();
    this.sessions = sessions;
    this.ledger = ledger;
    this.suspects = suspects;
    this.groups = groups;
  }

  /**
   * What is known of messages that have records of their own.
   *
   * @param calls looks at their calls
   * @param wasTaken whether somebody else took a message that stood under a claim
   */
  record Singles(SingleCallAudit calls, Predicate<ClaimId> wasTaken) {}

  /** {@code before} is what the region's queue holds before the copy. */
  void starts(HandlerRun run, List<Delivery> before) {
    if (run.message.isSingle) {
      startsSingle(run, before);
      return;
    }
    SessionRecord record = sessions.current(run.message.session);
    long current = record == null ? 0 : record.token();
    long token = run.invocation.token();
    require(
        token <= current,
        Invariant.P4_FENCING,
        () ->
            "%s starts under a token that the ledger has not given; it has %d"
                .formatted(run, current));
    alone(run, token == current);
    if (isSkipped(run, record)) {
      run.excused = true;
    } else if (token == current && record != null) {
      inOrder(run, record.progress());
      suspects.starts(run, record.progress());
      suspects.alone(run, open);
    } else {
      require(
          run.worker.process().hasBeenFrozen(),
          Invariant.P2_ORDER,
          () ->
              "%s starts under an older token than %d, and its process never stood still"
                  .formatted(run, current));
    }
    forACause(run);
    run.message.starts.add(run);
    open.computeIfAbsent(run.message.session, session -> new ArrayList<>()).add(run);
  }

  private void startsSingle(HandlerRun run, List<Delivery> before) {
    long current = singles.current(run.message);
    long token = run.invocation.token();
    require(
        current == 0 || token <= current,
        Invariant.P4_FENCING,
        () -> "%s starts under a token that the ledger has not given".formatted(run));
    if (singles.isUnderSession()) {
      alone(run, token == current);
    }
    if (token == current) {
      List<Delivery> singlesBefore =
          singles.isUnderSession()
              ? before.stream().filter(copy -> copy.position().isEmpty()).toList()
              : before;
      singles.starts(run, singlesBefore);
    } else {
      require(
          run.worker.process().hasBeenFrozen(),
          Invariant.P2_ORDER,
          () -> "%s starts under an older token than %d".formatted(run, current));
    }
    forACause(run);
    run.message.starts.add(run);
    open.computeIfAbsent(run.message.session, session -> new ArrayList<>()).add(run);
  }

  /** An operator ended it beside the worker, who finds that out when it commits. */
  private static boolean isSkipped(HandlerRun run, @Nullable SessionRecord record) {
    Position position = run.message.position();
    return record != null
        && record
            .progress()
            .endOf(position.stream(), position.seq())
            .filter(end -> end.state() == EndState.SKIPPED)
            .isPresent();
  }

  void returned(HandlerRun run) {
    run.open = false;
    open.getOrDefault(run.message.session, new ArrayList<>()).remove(run);
  }

  /** A process asks for a write by which it gives the session's claim back. */
  void gives(SessionRecord record, ReceiverProcess process) {
    for (HandlerRun run : open.getOrDefault(record.session(), List.of())) {
      require(
          run.worker.process() != process
              || run.invocation.token() != record.token()
              || isGivenUp(run),
          Invariant.P4_FENCING,
          () -> "the claim is given back while %s may be at work".formatted(run));
    }
  }

  /** Clocks run at rates that differ by a hundredth. */
  private boolean isGivenUp(HandlerRun run) {
    Duration cancelled = run.cancelledAt;
    return run.answer.isDone()
        || (cancelled != null
            && timeline.now().minus(cancelled).compareTo(GRACE.multipliedBy(95).dividedBy(100))
                >= 0);
  }

  private void alone(HandlerRun run, boolean isCurrent) {
    for (HandlerRun other : open.getOrDefault(run.message.session, List.of())) {
      require(
          !isCurrent || other.invocation.token() < run.invocation.token(),
          Invariant.P2_ORDER,
          () -> "%s starts while %s has not returned".formatted(run, other));
    }
  }

  private void inOrder(HandlerRun run, Progress progress) {
    Position position = run.message.position();
    require(
        progress
            .gap(position.stream())
            .map(gap -> gap.reports().get(run.worker.process().region()))
            .isEmpty(),
        Invariant.P1_NO_LOSS,
        () -> "%s starts while its own region reports it to be missing".formatted(run));
    long cursor = progress.cursor(position.stream());
    require(
        cursor < position.seq(),
        Invariant.P3_ONCE,
        () -> "%s starts though the message has ended".formatted(run));
    groups.starts(run, progress);
  }

  private void forACause(HandlerRun run) {
    List<HandlerRun> before = run.message.starts;
    if (before.isEmpty()) {
      return;
    }
    HandlerRun last = before.get(before.size() - 1);
    long token = run.invocation.token();
    if (token == last.invocation.token()) {
      require(
          run.invocation.attempt() > last.invocation.attempt(),
          Invariant.P3_ONCE,
          () -> "%s starts again with neither a higher token nor a higher attempt".formatted(run));
    }
    if (token > last.invocation.token()) {
      require(
          last.excused
              || last.worker.isExcused()
              || last.claims.stream().anyMatch(ledger::wasTaken)
              || last.claims.stream().anyMatch(wasMessageTaken),
          Invariant.P3_ONCE,
          () -> "%s starts again, and nothing had happened to %s".formatted(run, last));
    }
  }
}
