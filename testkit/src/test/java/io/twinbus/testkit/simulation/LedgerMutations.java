package io.twinbus.testkit.simulation;

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
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Bugs that show in what reaches the ledger. */
final class LedgerMutations {

  private LedgerMutations() {}

  /** A store with every replace changed on its way. */
  private abstract static class Altered extends Wiring implements SessionStore {
    private SessionStore real = this;

    @Override
    public SessionStore sessions(SessionStore store) {
      real = store;
      return this;
    }

    final SessionStore real() {
      return real;
    }

    final Optional<ReadOutcome.Found> current(SessionId session) {
      return real.read(session).toCompletableFuture().join() instanceof ReadOutcome.Found found
          ? Optional.of(found)
          : Optional.empty();
    }

    @Override
    public CompletionStage<ReadOutcome> read(SessionId session) {
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
        ReadOutcome.Found now = current(record.session()).orElseThrow();
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
                        progress.cursors(), progress.ended(), new TreeMap<>(), progress.waiting())),
                version);
      }
    };
  }

  /** A hole is written down only with the end of the message behind it. */
  static Wiring holeClosedAfterTheHandler() {
    return new Altered() {
      private final Map<Version, Version> pretended = new HashMap<>();
      private final Set<SessionRecord> held = new HashSet<>();
      private long count;

      @Override
      public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
        Version base = pretended.getOrDefault(version, version);
        ReadOutcome.Found now = current(record.session()).orElseThrow();
        if (now.version().equals(base) && onlyClosesAHole(now.record(), record)) {
          held.add(record);
          Version pretence = new Version("pretended-" + ++count);
          pretended.put(pretence, base);
          return CompletableFuture.completedStage(new WriteOutcome.Written(pretence));
        }
        return real().replace(record, base);
      }

      private boolean onlyClosesAHole(SessionRecord before, SessionRecord after) {
        if (before.progress().ended().equals(after.progress().ended())
            || !Objects.equals(before.custody().owner(), after.custody().owner())) {
          return false;
        }
        EndedRange last = after.progress().ended().get(after.progress().ended().size() - 1);
        return last.state() == EndState.HOLE && after.progress().cursor(last.stream()) == last.to();
      }
    };
  }
}
