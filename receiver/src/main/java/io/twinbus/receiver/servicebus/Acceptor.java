package io.twinbus.receiver.servicebus;

import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.BrokerSession;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Matches callers that want a session with accepts that wait at the broker.
 *
 * <p>An accept is never cancelled: the broker may have granted the session just then, and would
 * keep it locked until the lock runs out. So after its patience a caller learns that there is no
 * session, and the accept stays for the next caller. A session that arrives when no caller waits is
 * kept for a moment and then given back. Thread-safe.
 */
final class Acceptor {

  private final Accepting accepting;
  private final int mostAccepts;
  private final Duration patience;
  private final ScheduledExecutorService timer;
  private final Object lock = new Object();
  private final Deque<Caller> callers = new ArrayDeque<>();
  private final Deque<BrokerSession> spare = new ArrayDeque<>();
  private int accepts;
  private boolean closed;

  /** A caller that wants a session. */
  private static final class Caller {
    private final CompletableFuture<AcceptOutcome> answer = new CompletableFuture<>();
  }

  /** The two questions to the broker. */
  interface Accepting {

    /** Waits for a session as long as it takes; fails when the link breaks. */
    CompletionStage<BrokerSession> accept();

    /** Empty when the region answers, otherwise why it seems not to. */
    CompletionStage<Optional<String>> check();
  }

  Acceptor(
      Accepting accepting, int mostAccepts, Duration patience, ScheduledExecutorService timer) {
    this.accepting = accepting;
    this.mostAccepts = mostAccepts;
    this.patience = patience;
    this.timer = timer;
  }

  CompletionStage<AcceptOutcome> acceptNext() {
    Caller caller = new Caller();
    BrokerSession found;
    synchronized (lock) {
      if (closed) {
        return CompletableFuture.completedFuture(
            new AcceptOutcome.Unavailable("the receiver is closing"));
      }
      found = spare.poll();
      if (found == null) {
        callers.add(caller);
      }
    }
    if (found != null) {
      return CompletableFuture.completedFuture(new AcceptOutcome.Accepted(found));
    }
    Future<?> patienceEnds = later(() -> giveUp(caller));
    // It would hold the session that the caller gets, long after that one has ended.
    var unused = caller.answer.whenComplete((got, none) -> patienceEnds.cancel(false));
    startAccepts();
    return caller.answer;
  }

  /** Answers every caller; sessions that come later are given back. */
  void close() {
    Deque<Caller> waiting;
    synchronized (lock) {
      closed = true;
      waiting = new ArrayDeque<>(callers);
      callers.clear();
      spare.clear();
    }
    waiting.forEach(
        caller -> caller.answer.complete(new AcceptOutcome.Unavailable("the receiver is closing")));
  }

  private void startAccepts() {
    while (true) {
      synchronized (lock) {
        if (closed || accepts >= mostAccepts || accepts >= callers.size()) {
          return;
        }
        accepts++;
      }
      var unused =
          accept()
              .whenComplete(
                  (session, error) -> {
                    synchronized (lock) {
                      accepts--;
                    }
                    if (session != null) {
                      granted(session);
                    } else {
                      refused(String.valueOf(error == null ? null : error.getMessage()));
                    }
                  });
    }
  }

  /** An accept that throws has failed like one whose stage does: its slot must come back. */
  private CompletionStage<BrokerSession> accept() {
    try {
      return accepting.accept();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void granted(BrokerSession session) {
    Caller caller;
    boolean keep;
    synchronized (lock) {
      caller = callers.poll();
      keep = caller == null && !closed;
      if (keep) {
        spare.add(session);
      }
    }
    if (caller != null) {
      caller.answer.complete(new AcceptOutcome.Accepted(session));
      startAccepts();
    } else if (keep) {
      var unused = later(() -> giveBack(session));
    } else {
      session.close();
    }
  }

  /** One caller learns of it. Its own back-off paces the next accept. */
  private void refused(String why) {
    Caller caller;
    synchronized (lock) {
      caller = callers.poll();
    }
    if (caller != null) {
      caller.answer.complete(new AcceptOutcome.Unavailable(why));
    }
  }

  private void giveBack(BrokerSession session) {
    boolean unwanted;
    synchronized (lock) {
      unwanted = spare.remove(session);
    }
    if (unwanted) {
      session.close();
    }
  }

  private void giveUp(Caller caller) {
    synchronized (lock) {
      if (!callers.remove(caller)) {
        return;
      }
    }
    var unused =
        check()
            .exceptionally(error -> Optional.of(String.valueOf(error)))
            .thenAccept(
                why ->
                    caller.answer.complete(
                        why.<AcceptOutcome>map(AcceptOutcome.Unavailable::new)
                            .orElseGet(AcceptOutcome.None::new)));
  }

  /** One that throws has failed like one whose stage does: the caller must have an answer. */
  private CompletionStage<Optional<String>> check() {
    try {
      return accepting.check();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private Future<?> later(Runnable what) {
    try {
      return timer.schedule(what, patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      what.run(); // closing: there is no later
      return CompletableFuture.completedFuture(null);
    }
  }
}
