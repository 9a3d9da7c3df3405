package io.twinbus.simulation;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.Ownership;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** Bugs in how messages that may be to blame are counted, and kept apart. */
final class SuspectMutations {

  private SuspectMutations() {}

  /** A store in which the suspects of every replace are changed on their way. */
  private abstract static class Altered extends Wiring {

    abstract Suspect altered(RecordChange change, StreamId stream, Suspect suspect);

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
          ReadOutcome.Found<SessionRecord> found =
              (ReadOutcome.Found<SessionRecord>)
                  real.read(record.session()).toCompletableFuture().join();
          RecordChange change = new RecordChange(found.record(), record);
          SortedMap<StreamId, Suspect> suspects = new TreeMap<>(record.progress().suspects());
          suspects.replaceAll((stream, suspect) -> altered(change, stream, suspect));
          return real.replace(
              record.withProgress(record.progress().withSuspects(suspects)), version);
        }
      };
    }
  }

  private record RecordChange(SessionRecord before, SessionRecord after) {

    boolean isClaim() {
      Owner owner = after.custody().owner();
      return owner != null && !owner.equals(before.custody().owner());
    }

    boolean isTakeover() {
      return isClaim() && before.custody().owner() != null;
    }

    Optional<Suspect> known(StreamId stream, Suspect suspect) {
      Progress progress = before.progress();
      return progress.suspect(stream, suspect.seq());
    }
  }

  /** A suspect's handler starts without a mark on record. */
  static Wiring noStarted() {
    return new Altered() {
      @Override
      Suspect altered(RecordChange change, StreamId stream, Suspect suspect) {
        return suspect.withStarted(false);
      }
    };
  }

  /** A mark outlives the claim under which it was written. */
  static Wiring claimDoesNotClearStarted() {
    return new Altered() {
      @Override
      Suspect altered(RecordChange change, StreamId stream, Suspect suspect) {
        boolean was = change.known(stream, suspect).filter(Suspect::started).isPresent();
        return change.isClaim() && was ? suspect.withStarted(true) : suspect;
      }
    };
  }

  /** A takeover counts whether the message was started or not. */
  static Wiring everyTakeoverCounts() {
    return new Altered() {
      @Override
      Suspect altered(RecordChange change, StreamId stream, Suspect suspect) {
        int before = change.known(stream, suspect).map(Suspect::takeovers).orElse(0);
        return change.isTakeover() && suspect.takeovers() == before ? suspect.takenOver() : suspect;
      }
    };
  }

  /** No takeover counts: a message that kills is tried for ever. */
  static Wiring noTakeoverCounts() {
    return new Altered() {
      @Override
      Suspect altered(RecordChange change, StreamId stream, Suspect suspect) {
        return new Suspect(suspect.seq(), suspect.failed(), 0, suspect.started(), suspect.later());
      }
    };
  }

  /** A session has room for one suspect: the latest puts the others out of mind. */
  static Wiring oneSuspectASession() {
    return GapMutations.writing(
        (found, record) -> {
          SortedMap<StreamId, Suspect> suspects = new TreeMap<>(record.progress().suspects());
          if (suspects.size() > 1) {
            suspects.entrySet().removeAll(found.progress().suspects().entrySet());
          }
          return record.withProgress(record.progress().withSuspects(suspects));
        });
  }

  /** A stream has room for one suspect: an earlier message puts a later one out of mind. */
  static Wiring oneSuspectAStream() {
    return new Altered() {
      @Override
      Suspect altered(RecordChange change, StreamId stream, Suspect suspect) {
        return suspect.withLater(Optional.empty());
      }
    };
  }

  /** With in-doubt: block, giving a claim back wipes out what was started under it. */
  static Wiring releaseClearsStarted() {
    return new Altered() {
      @Override
      Suspect altered(RecordChange change, StreamId stream, Suspect suspect) {
        boolean isRelease =
            change.before().custody().owner() != null
                && change.after().status() == SessionStatus.IDLE;
        return isRelease ? suspect.withStarted(false) : suspect;
      }
    };
  }

  /** The setting in-doubt: block is not heeded. */
  static Wiring inDoubtRunsAgain() {
    return new Wiring() {
      @Override
      public SessionCore worker(
          WorkerIdentity who, FlowSettings flow, WorkerContext around, Now now) {
        FlowSettings.Attempts set = flow.attempts();
        FlowSettings.Attempts heeded =
            new FlowSettings.Attempts(
                set.max(),
                set.backoff(),
                set.handlerTimeout(),
                set.onPoison(),
                InDoubt.RERUN,
                set.giveUpAfter());
        return super.worker(who, flow.withAttempts(heeded), around, now);
      }
    };
  }

  /** Messages that were found started run beside each other. */
  static Wiring suspectsDoNotRunAlone() {
    return new Wiring() {
      @Override
      public Ownership standing(Ownership real) {
        return new StandingMutations.Believing(real) {
          @Override
          public StartGate gate() {
            return new StartGate() {
              @Override
              public boolean enter(Ticket ticket, MonotonicTime now, Duration atMost) {
                return true;
              }

              @Override
              public void leave(ClaimId claim) {
                // The mutation: nobody was in.
              }
            };
          }
        };
      }
    };
  }

  /** A call that broke off is taken for one that has ended. */
  static Wiring brokenCallHasEnded() {
    return new Wiring() {
      @Override
      public SessionCore worker(
          WorkerIdentity who, FlowSettings flow, WorkerContext around, Now now) {
        SessionCore real = super.worker(who, flow, around, now);
        return new AlteredWorker(real) {
          @Override
          List<WorkerEffect> on(WorkerEvent event, Now moment) {
            return said(
                event instanceof WorkerEvent.HandlerReturned returned
                        && returned.outcome() instanceof HandlerOutcome.EndUnknown unknown
                    ? new WorkerEvent.HandlerReturned(
                        returned.call(),
                        new HandlerOutcome.Retry(unknown.reason(), Optional.empty()))
                    : event,
                moment);
          }
        };
      }
    };
  }
}
