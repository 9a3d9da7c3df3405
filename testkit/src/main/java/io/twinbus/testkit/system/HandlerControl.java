package io.twinbus.testkit.system;

import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Makes the application's handler fail, refuse, or hang, for one session or for all, until it
 * recovers. The handler itself is not called meanwhile.
 *
 * <p>Thread-safe.
 */
public final class HandlerControl {

  /** What happens instead of a call. */
  private enum Mode {
    FAIL,
    REFUSE,
    HANG
  }

  /** A call that is held until the handler recovers. */
  private record Hung(
      Message message, Invocation invocation, CompletableFuture<HandlerOutcome> answer) {}

  private record Trouble(Mode mode, String reason) {}

  private final Map<String, Trouble> bySession = new HashMap<>();
  private final List<Hung> hung = new ArrayList<>();
  private @Nullable Trouble ofAll;
  private @Nullable SessionHandler handler;

  HandlerControl() {}

  /** Every call fails, as if the handler had thrown; the receiver tries again. */
  public synchronized void fail() {
    ofAll = new Trouble(Mode.FAIL, "the test lets the handler fail");
  }

  /** The same for the calls of {@code session} alone. */
  public synchronized void fail(String session) {
    bySession.put(session, new Trouble(Mode.FAIL, "the test lets the handler fail"));
  }

  /** Every call of {@code session} ends as a dead letter, with {@code reason}. */
  public synchronized void refuse(String session, String reason) {
    bySession.put(session, new Trouble(Mode.REFUSE, reason));
  }

  /** No call returns. The receiver cancels a call after its {@code handler-timeout}. */
  public synchronized void hang() {
    ofAll = new Trouble(Mode.HANG, "");
  }

  /** The same for the calls of {@code session} alone. */
  public synchronized void hang(String session) {
    bySession.put(session, new Trouble(Mode.HANG, ""));
  }

  /** Every call reaches the handler again; so do those that hang and were not cancelled. */
  public void recover() {
    List<Hung> released;
    SessionHandler real;
    synchronized (this) {
      ofAll = null;
      bySession.clear();
      released = List.copyOf(hung);
      hung.clear();
      real = handler;
    }
    if (real != null) {
      released.stream().filter(call -> !call.answer().isDone()).forEach(call -> answer(call, real));
    }
  }

  private static void answer(Hung call, SessionHandler real) {
    var unused =
        real.handle(call.message(), call.invocation())
            .whenComplete(
                (outcome, thrown) -> {
                  if (thrown == null) {
                    call.answer().complete(outcome);
                  } else {
                    call.answer().completeExceptionally(thrown);
                  }
                });
  }

  /** The handler, as long as nothing is to happen instead. */
  SessionHandler around(SessionHandler real) {
    synchronized (this) {
      handler = real;
    }
    return (message, invocation) ->
        instead(message, invocation).orElseGet(() -> real.handle(message, invocation));
  }

  private synchronized Optional<CompletionStage<HandlerOutcome>> instead(
      Message message, Invocation invocation) {
    Trouble trouble = bySession.getOrDefault(message.session().value(), ofAll);
    if (trouble == null) {
      return Optional.empty();
    }
    CompletableFuture<HandlerOutcome> answer = new CompletableFuture<>();
    switch (trouble.mode()) {
      case FAIL -> answer.complete(new HandlerOutcome.Retry(trouble.reason(), Optional.empty()));
      case REFUSE ->
          answer.complete(
              new HandlerOutcome.DeadLetter(
                  trouble.reason(), "the test lets the handler refuse it"));
      case HANG -> hung.add(new Hung(message, invocation, answer));
    }
    return Optional.of(answer);
  }
}
