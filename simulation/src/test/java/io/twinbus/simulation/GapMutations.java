package io.twinbus.simulation;

import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.rules.OperatorDecision;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerIdentity;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** Bugs about gaps and expiry. */
final class GapMutations {

  private GapMutations() {}

  /** The region that reports a gap passes over it at once. */
  static Wiring skipInOnePhase() {
    return new Wiring() {
      @Override
      public FlowSettings flow() {
        FlowSettings real = super.flow();
        return real.withGaps(
            new FlowSettings.Gaps(real.gaps().policy(), Duration.ZERO, real.horizon()));
      }
    };
  }

  /** A skip goes to the lowest number held, not to just before it. */
  static Wiring skipBeyondTheLowestHeld() {
    return writing(
        (before, after) -> {
          if (before.custody().owner() != null || after.custody().owner() != null) {
            return after;
          }
          Progress progress = after.progress();
          for (StreamId stream : progress.cursors().keySet()) {
            long to = progress.cursor(stream);
            if (to != before.progress().cursor(stream)) {
              EndedRange further =
                  new EndedRange(stream, to + 1, to + 1, EndState.SKIPPED, GapRule.LATE_AFTER_SKIP);
              return after.withProgress(
                  ProgressRule.passedOver(progress, further, after.stamp().at()));
            }
          }
          return after;
        });
  }

  /** An operator passes over a gap whoever holds the claim, and leaves him that. */
  static Wiring gapIsPassedOverBesideALivingOwner() {
    return new Wiring() {
      @Override
      public OperatorDecision decides(SessionRecord record, OperatorDecision real) {
        if (!(real instanceof OperatorDecision.Busy)) {
          return real;
        }
        Progress progress = record.progress();
        for (StreamId stream : progress.waiting().keySet()) {
          for (RegionName region : List.of(World.EAST, World.WEST)) {
            progress = GapRule.skipped(progress, stream, region, record.stamp().at());
          }
        }
        WriteMark stamp = WriteMark.of(new WriteId("operator's"), record.stamp().at());
        return new OperatorDecision.Write(
            record.withProgress(progress).withStamp(stamp), "beside him");
      }
    };
  }

  /** Who ends a dead owner's claim to report a gap leaves the session free, as if given back. */
  static Wiring evictedIsFree() {
    return writing(
        (before, after) -> {
          Custody custody = after.custody();
          boolean isEviction =
              before.custody().owner() != null && custody.status() == SessionStatus.PENDING;
          return isEviction
              ? after.withCustody(new Custody(SessionStatus.IDLE, null, custody.token(), null))
              : after;
        });
  }

  /** A claim, and what comes after it, leaves the reports of its gap where they are. */
  static Wiring claimKeepsItsRegionsReport() {
    return writing(
        (before, after) -> {
          SortedMap<StreamId, Gap> waiting = new TreeMap<>(after.progress().waiting());
          before
              .progress()
              .waiting()
              .forEach(
                  (stream, gap) -> {
                    if (gap.cursor() == after.progress().cursor(stream)) {
                      waiting.putIfAbsent(stream, gap);
                    }
                  });
          Progress progress = after.progress();
          return after.withProgress(progress.withWaiting(waiting));
        });
  }

  /** A search that has not come to the end of the session, or has found it, proves absence. */
  static Wiring fullWindowIsAProof() {
    return working(
        real ->
            (event, now) ->
                real.on(
                    event instanceof WorkerEvent.Searched searched
                            && !(searched.outcome() instanceof SearchOutcome.Failed)
                        ? new WorkerEvent.Searched(new SearchOutcome.Absent())
                        : event,
                    now));
  }

  /** A message whose time passes while its handler runs is expired, though the handler did it. */
  static Wiring expireWhileRunning() {
    return working(
        real -> {
          Map<Long, SequencedHeaders> calls = new HashMap<>();
          return (event, now) -> {
            List<WorkerEffect> effects = real.on(expired(event, calls, now), now);
            for (WorkerEffect effect : effects) {
              if (effect instanceof WorkerEffect.StartHandler start
                  && start.delivery().headers() instanceof ParsedHeaders.Sequenced sequenced) {
                calls.put(start.call(), sequenced.headers());
              }
            }
            return effects;
          };
        });
  }

  private static WorkerEvent expired(
      WorkerEvent event, Map<Long, SequencedHeaders> calls, Now now) {
    if (event instanceof WorkerEvent.HandlerReturned returned) {
      SequencedHeaders headers = calls.get(returned.call());
      if (headers != null
          && headers.expiresAt() != null
          && !now.wall().isBefore(headers.expiresAt())) {
        return new WorkerEvent.HandlerReturned(
            returned.call(), new HandlerOutcome.DeadLetter("TTLExpiredException", "late"));
      }
    }
    return event;
  }

  /**
   * Nobody ever finds that a gap has lasted: it is not reported, and no owner steps back for it.
   */
  static Wiring gapsAreNotReported() {
    return new Wiring() {
      @Override
      public FlowSettings flow() {
        FlowSettings real = super.flow();
        FlowSettings.Pace pace = real.pace();
        return new FlowSettings(
            new FlowSettings.Pace(
                pace.idle(),
                pace.readInterval(),
                Duration.ofHours(1),
                pace.stuckAfter(),
                pace.handlerGrace()),
            real.attempts(),
            real.window(),
            real.commit(),
            real.gaps());
      }
    };
  }

  /** A copy of a message that ended as dead is dropped: no tool ever shows it. */
  static Wiring deadLettersAreCompleted() {
    return working(
        real ->
            (event, now) ->
                real.on(event, now).stream()
                    .map(
                        effect ->
                            effect instanceof WorkerEffect.Settle settle
                                    && settle.settlement() instanceof Settlement.DeadLetter
                                ? new WorkerEffect.Settle(
                                    settle.delivery(), new Settlement.Complete())
                                : effect)
                    .toList());
  }

  /** What turns up after its number was skipped is dropped without a word. */
  static Wiring stragglerOfASkipIsCompleted() {
    return working(
        real ->
            (event, now) ->
                real.on(event, now).stream()
                    .map(
                        effect ->
                            effect instanceof WorkerEffect.Settle settle
                                    && settle.settlement() instanceof Settlement.DeadLetter dead
                                    && dead.reason().equals(GapRule.LATE_AFTER_SKIP)
                                ? new WorkerEffect.Settle(
                                    settle.delivery(), new Settlement.Complete())
                                : effect)
                    .toList());
  }

  private interface Step {
    List<WorkerEffect> on(WorkerEvent event, Now now);
  }

  private static Wiring working(UnaryOperator<Step> change) {
    return new Wiring() {
      @Override
      public SessionCore worker(
          WorkerIdentity who, FlowSettings flow, WorkerContext around, Now now) {
        SessionCore real = super.worker(who, flow, around, now);
        Step step = change.apply((event, moment) -> real.on(List.of(event), moment));
        return new AlteredWorker(real) {
          @Override
          List<WorkerEffect> on(WorkerEvent event, Now moment) {
            return step.on(event, moment);
          }
        };
      }
    };
  }

  /** Changes what a replace writes, given the record that it goes over. */
  static Wiring writing(BinaryOperator<SessionRecord> change) {
    return new Wiring() {
      @Override
      public SessionStore sessions(SessionStore real) {
        return new SessionStore() {
          @Override
          public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
            return real.read(session);
          }

          @Override
          public CompletionStage<WriteOutcome> create(SessionRecord record) {
            return real.create(record);
          }

          @Override
          public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
            return real.replace(
                real.read(record.session()).toCompletableFuture().join()
                        instanceof ReadOutcome.Found<SessionRecord> found
                    ? change.apply(found.record(), record)
                    : record,
                version);
          }
        };
      }
    };
  }
}
