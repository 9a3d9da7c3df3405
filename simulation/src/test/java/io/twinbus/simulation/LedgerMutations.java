package io.twinbus.simulation;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerIdentity;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Bugs that show in what reaches the ledger. */
final class LedgerMutations {

  private LedgerMutations() {}

  /** A store with every replace changed on its way. */
  abstract static class Altered extends Wiring implements SessionStore {
    private SessionStore real = this;

    @Override
    public SessionStore sessions(SessionStore store) {
      real = store;
      return this;
    }

    final SessionStore real() {
      return real;
    }

    final Optional<ReadOutcome.Found<SessionRecord>> current(SessionId session) {
      return real.read(session).toCompletableFuture().join()
              instanceof ReadOutcome.Found<SessionRecord> found
          ? Optional.of(found)
          : Optional.empty();
    }

    @Override
    public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
      return real.read(session);
    }

    @Override
    public CompletionStage<WriteOutcome> create(SessionRecord record) {
      return real.create(record);
    }
  }

  /** Replaces whatever version is there. */
  static Wiring noIfMatch() {
    return new Altered() {
      @Override
      public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
        return real().replace(record, current(record.session()).orElseThrow().version());
      }
    };
  }

  /** A claim does not raise the token. */
  static Wiring noToken() {
    return new Altered() {
      @Override
      public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
        Custody custody = record.custody();
        long token = current(record.session()).orElseThrow().record().token();
        return real()
            .replace(
                record.withCustody(
                    new Custody(custody.status(), custody.owner(), token, custody.block())),
                version);
      }
    };
  }

  /** After a conflict under one's own claim, the old document is written over the newer one. */
  static Wiring oldDocumentOverNewer() {
    return new Altered() {
      @Override
      public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
        ReadOutcome.Found<SessionRecord> now = current(record.session()).orElseThrow();
        Owner owner = record.custody().owner();
        boolean isMine = owner != null && now.record().custody().isHeldBy(owner.claim());
        return real().replace(record, isMine ? now.version() : version);
      }
    };
  }

  /** Failed calls are not counted on record. */
  static Wiring failuresForgotten() {
    return new Altered() {
      @Override
      public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
        Progress progress = record.progress();
        return real()
            .replace(
                record.withProgress(
                    new Progress(
                        progress.cursors(),
                        progress.ended(),
                        new TreeMap<>(),
                        progress.waiting(),
                        progress.annex())),
                version);
      }
    };
  }

  /** A hole is written down only with the end of the message behind it. */
  static Wiring holeClosedAfterTheHandler() {
    return new Altered() {
      @Override
      public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
        Progress before = current(record.session()).orElseThrow().record().progress();
        Progress after = record.progress();
        EndedRange last =
            after.ended().isEmpty() ? null : after.ended().get(after.ended().size() - 1);
        boolean isJustClosed =
            last != null
                && last.state() == EndState.HOLE
                && after.cursor(last.stream()) == last.to()
                && before.cursor(last.stream()) < last.from();
        return real().replace(isJustClosed ? without(last, record) : record, version);
      }
    };
  }

  private static SessionRecord without(@Nullable EndedRange hole, SessionRecord record) {
    Progress progress = record.progress();
    SortedMap<StreamId, Cursor> cursors = new TreeMap<>(progress.cursors());
    if (hole != null) {
      cursors.put(hole.stream(), new Cursor(hole.from() - 1, record.stamp().at()));
    }
    List<EndedRange> ended =
        progress.ended().stream().filter(range -> !range.equals(hole)).toList();
    return record.withProgress(
        new Progress(cursors, ended, progress.suspects(), progress.waiting(), progress.annex()));
  }

  /** The state goes to the ledger with the write that follows the one that moves the cursor. */
  static Wiring stateApartFromTheCursor() {
    return new Altered() {
      @Override
      public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
        SessionRecord now = current(record.session()).orElseThrow().record();
        boolean moves = !now.progress().cursors().equals(record.progress().cursors());
        return real().replace(moves ? record.withState(now.state()) : record, version);
      }
    };
  }

  /** A claim is given back without the ends of the messages that were handled under it last. */
  static Wiring releaseBeforeTheGroupIsCommitted() {
    return new Altered() {
      @Override
      public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
        SessionRecord now = current(record.session()).orElseThrow().record();
        boolean isRelease = record.custody().owner() == null && now.custody().owner() != null;
        return real()
            .replace(
                isRelease ? record.withProgress(now.progress()).withState(now.state()) : record,
                version);
      }
    };
  }

  /** Handlers go on though the group that is not in the ledger is full. */
  static Wiring groupWithoutABound() {
    return new Wiring() {
      @Override
      public SessionCore worker(
          WorkerIdentity who, FlowSettings flow, WorkerContext around, Now now) {
        FlowSettings.Commit unbounded =
            new FlowSettings.Commit(Integer.MAX_VALUE, flow.commit().maxState());
        return super.worker(who, flow.withCommit(unbounded), around, now);
      }
    };
  }
}
