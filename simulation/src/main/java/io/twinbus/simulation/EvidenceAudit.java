package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.ledger.Progress;
import io.twinbus.ledger.Suspect;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.FailureKind;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Looks at every failure that is counted with evidence: since the failure of its message that
 * counted last, or else since its first, a call of another session has truly ended well in the
 * region.
 */
final class EvidenceAudit {

  private static final Set<FailureKind> COUNTED =
      Set.of(FailureKind.AWAY, FailureKind.AMBIGUOUS, FailureKind.END_UNKNOWN);

  /** What is not a failure for the counting, and so is passed over. */
  private static final Set<FailureKind> PASSED_OVER =
      Set.of(FailureKind.JUDGED, FailureKind.THROTTLED);

  /** Clocks run at rates that differ by a hundredth, and vitals are up to some tens of s old. */
  private static final Duration INACCURACY = Duration.ofSeconds(1);

  private final Messages messages;
  private final Map<SentMessage, HandlerRun> counted = new HashMap<>();

  EvidenceAudit(Messages messages) {
    this.messages = messages;
  }

  /** A write was taken. */
  void accepted(SessionId session, Progress then, Progress now) {
    now.eachSuspect(
        (stream, suspect) -> {
          int before =
              then.suspect(stream, suspect.seq()).map(known -> known.failed().proven()).orElse(0);
          if (suspect.failed().proven() > before) {
            counted(session, stream, suspect);
          }
        });
  }

  private void counted(SessionId session, StreamId stream, Suspect suspect) {
    SentMessage message = messages.find(session, stream, suspect.seq());
    if (message == null || message.starts.isEmpty()) {
      return;
    }
    HandlerRun run = message.starts.get(message.starts.size() - 1);
    boolean isOfTheCall =
        run.failure != null && COUNTED.contains(run.failure) && run.cancelledAt == null;
    if (!isOfTheCall || run.worker.isGone() || hasStoodStill(run)) {
      return; // a worker's death counts by itself, and suspended machines judge by other clocks
    }
    HandlerRun last = counted.put(message, run);
    Optional<HandlerRun> before =
        last != null && last.worker.process() == run.worker.process()
            ? Optional.of(last)
            : first(run);
    require(
        before.isPresent() && othersEndedWellAfter(before.get()),
        Invariant.P1_NO_LOSS,
        () ->
            "%s is counted with evidence, and no call of another session ended well since %s"
                .formatted(run, before.map(HandlerRun::toString).orElse("a first failure")));
  }

  /** The first failure, as the same process knows it. */
  private static Optional<HandlerRun> first(HandlerRun run) {
    List<HandlerRun> earlier = run.message.starts.subList(0, run.message.starts.size() - 1);
    return earlier.stream()
        .filter(each -> each.worker.process() == run.worker.process())
        .filter(each -> each.failure == null || !PASSED_OVER.contains(each.failure))
        .findFirst();
  }

  /** When it failed; one that was cancelled may have failed for its worker before it returned. */
  private static Duration failedAt(HandlerRun run) {
    Duration heardAt = run.cancelledAt == null ? run.heardAt : null;
    return (heardAt == null ? run.startedAt : heardAt).minus(INACCURACY);
  }

  private boolean othersEndedWellAfter(HandlerRun before) {
    Duration since = failedAt(before);
    return Stream.concat(messages.all().stream(), messages.singles().stream())
        .filter(message -> !message.session.equals(before.message.session))
        .flatMap(message -> message.starts.stream())
        .filter(run -> run.worker.process().region().equals(before.worker.process().region()))
        .anyMatch(
            run ->
                hasStoodStill(run)
                    || (run.failure == null
                        && run.heardAt != null
                        && run.heardAt.compareTo(since) >= 0));
  }

  private static boolean hasStoodStill(HandlerRun run) {
    return run.worker.process().hasBeenFrozen();
  }
}
