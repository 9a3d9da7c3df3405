package io.twinbus.simulation;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.Ownership;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerIdentity;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Bugs that show in what a worker hears and says. */
final class WorkerMutations {

  private WorkerMutations() {}

  static Wiring working(BiFunction<SessionCore, Ownership, SessionCore> change) {
    return new Wiring() {
      @Override
      public SessionCore worker(
          WorkerIdentity who, FlowSettings flow, WorkerContext around, Now now) {
        return change.apply(super.worker(who, flow, around, now), around.ownership());
      }
    };
  }

  static Wiring hearing(UnaryOperator<WorkerEvent> change) {
    return working(
        (real, standing) ->
            new AlteredWorker(real) {
              @Override
              List<WorkerEffect> on(WorkerEvent event, Now now) {
                return said(change.apply(event), now);
              }
            });
  }

  /** Every failure of a write is taken for a conflict, and a read then tells what became of it. */
  static Wiring concludeFromAReread() {
    return hearing(
        event ->
            isUnknown(event) ? new WorkerEvent.WriteAnswered(new WriteOutcome.Conflict()) : event);
  }

  /** A write whose outcome is unknown is taken for written. */
  static Wiring unknownIsWritten() {
    return hearing(
        event ->
            isUnknown(event)
                ? new WorkerEvent.WriteAnswered(new WriteOutcome.Written(new Version("?")))
                : event);
  }

  /** One's own write, found after a lost reply, is taken for somebody else's. */
  static Wiring ownWriteNotRecognised() {
    return working(
        (real, standing) ->
            new AlteredWorker(real) {
              @Override
              List<WorkerEffect> on(WorkerEvent event, Now now) {
                return said(
                    event instanceof WorkerEvent.RecordRead read
                            && read.outcome() instanceof ReadOutcome.Found<SessionRecord> found
                        ? new WorkerEvent.RecordRead(disguised(found))
                        : event,
                    now);
              }
            });
  }

  /** Every failure of a write is a conflict, and a conflict means that somebody else was faster. */
  static Wiring everyFailureIsAConflict() {
    return working(
        (real, standing) ->
            new AlteredWorker(real) {
              private boolean failed;

              @Override
              List<WorkerEffect> on(WorkerEvent event, Now now) {
                if (isUnknown(event)) {
                  failed = true;
                  return said(new WorkerEvent.WriteAnswered(new WriteOutcome.Conflict()), now);
                }
                if (failed
                    && event instanceof WorkerEvent.RecordRead read
                    && read.outcome() instanceof ReadOutcome.Found<SessionRecord> found) {
                  failed = false;
                  return said(new WorkerEvent.RecordRead(disguised(found)), now);
                }
                return said(event, now);
              }
            });
  }

  private static ReadOutcome<SessionRecord> disguised(ReadOutcome.Found<SessionRecord> found) {
    SessionRecord record = found.record();
    Custody custody = record.custody();
    Owner owner = custody.owner();
    if (owner == null) {
      return found;
    }
    Owner somebody = new Owner(owner.region(), owner.instance(), new ClaimId("somebody's"));
    return new ReadOutcome.Found<>(
        record
            .withCustody(new Custody(custody.status(), somebody, custody.token(), custody.block()))
            .withStamp(WriteMark.of(new WriteId("somebody's"), record.stamp().at())),
        found.version());
  }

  /** A gap is a reason to claim. */
  static Wiring claimForAGap() {
    return new Wiring() {
      @Override
      public SessionCore worker(
          WorkerIdentity who, FlowSettings flow, WorkerContext around, Now now) {
        return new GapClaimer(
            super.worker(who, flow, around, now), who, around.ownership(), around.random());
      }
    };
  }

  private static boolean isUnknown(WorkerEvent event) {
    return event instanceof WorkerEvent.WriteAnswered answered
        && answered.outcome() instanceof WriteOutcome.Unknown;
  }

  /** A message whose handler failed is passed over. */
  static Wiring failedMessageIsPassedOver() {
    return hearing(
        event ->
            event instanceof WorkerEvent.HandlerReturned returned
                    && returned.outcome() instanceof HandlerOutcome.Retry
                ? new WorkerEvent.HandlerReturned(returned.call(), new HandlerOutcome.Completed())
                : event);
  }

  /** Nobody looks at the predecessor's number. */
  static Wiring noSequence() {
    return hearing(
        event ->
            event instanceof WorkerEvent.Delivered delivered
                    && delivered.delivery().position().isPresent()
                ? new WorkerEvent.Delivered(withoutPredecessor(delivered.delivery()))
                : event);
  }

  private static Delivery withoutPredecessor(Delivery delivery) {
    SequencedHeaders headers = ((ParsedHeaders.Sequenced) delivery.headers()).headers();
    Position position = headers.position();
    return new Delivery(
        delivery.brokerSequence(),
        new ParsedHeaders.Sequenced(
            new SequencedHeaders(
                new Position(position.stream(), position.seq(), 0),
                null,
                headers.home(),
                headers.sentAt(),
                null)),
        delivery.message());
  }

  /** The worker holds one copy at a time, and takes none from a search. */
  static Wiring noReorderWindow() {
    return new Wiring() {
      @Override
      public FlowSettings flow() {
        return super.flow().withWindow(new FlowSettings.Window(1, 1, 1));
      }

      @Override
      public SessionCore worker(
          WorkerIdentity who, FlowSettings flow, WorkerContext around, Now now) {
        return new AlteredWorker(super.worker(who, flow, around, now)) {
          @Override
          List<WorkerEffect> on(WorkerEvent event, Now moment) {
            boolean isFound =
                event instanceof WorkerEvent.Searched searched
                    && searched.outcome() instanceof SearchOutcome.Found;
            return said(
                isFound ? new WorkerEvent.Searched(new SearchOutcome.Failed("a bug")) : event,
                moment);
          }
        };
      }
    };
  }

  /** A copy is completed when its handler has ended well, before the ledger knows. */
  static Wiring settleBeforeCommit() {
    return working(
        (real, standing) ->
            new AlteredWorker(real) {
              private final Map<Long, Delivery> calls = new HashMap<>();

              @Override
              List<WorkerEffect> on(WorkerEvent event, Now now) {
                List<WorkerEffect> effects = new ArrayList<>(said(event, now));
                if (event instanceof WorkerEvent.HandlerReturned returned
                    && returned.outcome() instanceof HandlerOutcome.Completed) {
                  Delivery done = calls.get(returned.call());
                  if (done != null) {
                    effects.add(new WorkerEffect.Settle(done, new Settlement.Complete()));
                  }
                }
                for (WorkerEffect effect : effects) {
                  if (effect instanceof WorkerEffect.StartHandler start) {
                    calls.put(start.call(), start.delivery());
                  }
                }
                return effects;
              }
            });
  }

  /** A copy that waits for 21 s is completed anyway. */
  static Wiring waitThenCompleteAnyway() {
    return working(
        (real, standing) ->
            new AlteredWorker(real) {
              private final Map<Delivery, MonotonicTime> waiting = new HashMap<>();

              @Override
              List<WorkerEffect> on(WorkerEvent event, Now now) {
                List<WorkerEffect> effects = new ArrayList<>(said(event, now));
                if (event instanceof WorkerEvent.Delivered delivered) {
                  waiting.put(delivered.delivery(), now.monotonic());
                }
                MonotonicTime due = now.monotonic().plus(Duration.ofSeconds(-21));
                for (Delivery copy : List.copyOf(waiting.keySet())) {
                  if (due.isAtOrAfter(waiting.getOrDefault(copy, now.monotonic()))) {
                    waiting.remove(copy);
                    effects.add(new WorkerEffect.Settle(copy, new Settlement.Complete()));
                  }
                }
                return effects;
              }
            });
  }

  /** A worker that has lost its broker lock is dropped, and its claim with it. */
  static Wiring noReleaseAfterALostLock() {
    return working(
        (real, standing) ->
            new AlteredWorker(real) {
              private boolean dropped;

              @Override
              List<WorkerEffect> on(WorkerEvent event, Now now) {
                if (event instanceof WorkerEvent.BrokerLost) {
                  real.remains().claims().forEach(standing::unserve);
                  dropped = true;
                  return List.of(new WorkerEffect.Stop("lost"));
                }
                return said(event, now);
              }

              @Override
              public SessionWorker.Remains remains() {
                return dropped
                    ? new SessionWorker.Remains(Set.of(), Optional.empty())
                    : real.remains();
              }
            });
  }

  /** What a worker was at when it died is forgotten. */
  static Wiring deadWorkersCallIsForgotten() {
    return new Wiring() {
      @Override
      public SessionCore worker(
          WorkerIdentity who, FlowSettings flow, WorkerContext around, Now now) {
        SessionCore real = super.worker(who, flow, around, now);
        return new AlteredWorker(real) {
          @Override
          List<WorkerEffect> on(WorkerEvent event, Now moment) {
            return said(event, moment);
          }

          @Override
          public SessionWorker.Remains remains() {
            SessionWorker.Remains remains = real.remains();
            return new SessionWorker.Remains(
                remains.claims(), remains.pending(), remains.message(), Optional.empty());
          }
        };
      }
    };
  }

  /** A call that was cancelled is taken for returned. */
  static Wiring cancelledIsReturned() {
    return working(
        (real, standing) ->
            new AlteredWorker(real) {
              @Override
              List<WorkerEffect> on(WorkerEvent event, Now now) {
                List<WorkerEffect> effects = new ArrayList<>();
                for (WorkerEffect effect : said(event, now)) {
                  effects.add(effect);
                  if (effect instanceof WorkerEffect.CancelHandler cancel) {
                    HandlerOutcome failed = new HandlerOutcome.Retry("late", Optional.empty());
                    effects.addAll(
                        said(new WorkerEvent.HandlerReturned(cancel.call(), failed), now));
                  }
                }
                return effects;
              }
            });
  }
}
