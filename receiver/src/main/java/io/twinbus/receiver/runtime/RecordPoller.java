package io.twinbus.receiver.runtime;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VersionsOutcome;
import io.twinbus.protocol.SessionId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The looks that parked sessions take at their records, gathered: a thousand of them would be a
 * thousand reads a second.
 *
 * <ol>
 *   <li>A look waits for others for {@link #GATHER}, or until a question is full.
 *   <li>A few are read one by one. For more, one question asks for the versions of all.
 *   <li>A record at the version that its session saw before has not changed: that is the answer.
 *       One at another version is read.
 *   <li>A question that fails leaves all its looks without an answer. After three of those in a row
 *       the looks are read one by one, and every sixteenth time the question is tried again.
 * </ol>
 *
 * <p>Thread-safe.
 */
final class RecordPoller {

  /** How long a look waits for others. */
  static final Duration GATHER = Duration.ofMillis(100);

  private static final int WORTH_A_QUESTION = 5;
  private static final int FAILURES = 3;
  private static final int TRY_AGAIN = 16;

  private final SessionStore store;
  private final Bounded bounded;
  private final Consumer<Runnable> later;
  private final Object lock = new Object();
  private Map<SessionId, Look> gathered = new LinkedHashMap<>();
  private int failures;
  private int unasked;

  /** What a session saw before, and where the answer goes. */
  private record Look(
      ReadOutcome<SessionRecord> before, CompletableFuture<ReadOutcome<SessionRecord>> answer) {

    @Nullable Version version() {
      return before instanceof ReadOutcome.Found<SessionRecord> found ? found.version() : null;
    }
  }

  /**
   * @param later has something done after {@link #GATHER}
   */
  RecordPoller(SessionStore store, Bounded bounded, Consumer<Runnable> later) {
    this.store = store;
    this.bounded = bounded;
    this.later = later;
  }

  /** What a read would find that begins now or a moment later. */
  CompletionStage<ReadOutcome<SessionRecord>> look(
      SessionId session, ReadOutcome<SessionRecord> before) {
    Look look = new Look(before, new CompletableFuture<>());
    Map<SessionId, Look> full = null;
    boolean isFirst;
    synchronized (lock) {
      isFirst = gathered.isEmpty();
      Look other = gathered.put(session, look);
      if (other != null) {
        var unused = look.answer().thenAccept(other.answer()::complete);
      }
      if (gathered.size() == SessionStore.MOST_VERSIONS) {
        full = take();
      }
    }
    if (full != null) {
      ask(full);
    } else if (isFirst) {
      askLater();
    }
    return look.answer();
  }

  private Map<SessionId, Look> take() {
    synchronized (lock) {
      Map<SessionId, Look> taken = gathered;
      gathered = new LinkedHashMap<>();
      return taken;
    }
  }

  private void askLater() {
    try {
      later.accept(() -> ask(take()));
    } catch (RejectedExecutionException e) {
      ask(take()); // the process ends
    }
  }

  private void ask(Map<SessionId, Look> looks) {
    if (looks.size() < WORTH_A_QUESTION || isHopeless()) {
      looks.forEach(this::read);
      return;
    }
    var unused =
        bounded
            .versions(() -> store.versions(looks.keySet()))
            .thenAccept(
                outcome -> {
                  synchronized (lock) {
                    failures = outcome instanceof VersionsOutcome.Unknown ? failures + 1 : 0;
                  }
                  looks.forEach((session, look) -> answer(session, look, outcome));
                });
  }

  private boolean isHopeless() {
    synchronized (lock) {
      return failures >= FAILURES && ++unasked % TRY_AGAIN != 0;
    }
  }

  private void answer(SessionId session, Look look, VersionsOutcome outcome) {
    if (outcome instanceof VersionsOutcome.Unknown unknown) {
      look.answer().complete(new ReadOutcome.Unknown<>(unknown.why()));
      return;
    }
    Version now = ((VersionsOutcome.Known) outcome).versions().get(session);
    Version before = look.version();
    if (now == null ? before == null : now.equals(before)) {
      look.answer().complete(look.before());
    } else {
      read(session, look);
    }
  }

  private void read(SessionId session, Look look) {
    var unused = bounded.read(() -> store.read(session)).thenAccept(look.answer()::complete);
  }
}
