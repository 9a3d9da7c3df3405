package io.twinbus.sender.runtime;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.ids.RecordedIds;
import io.twinbus.sender.message.AbandonRefusedException;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The requests to abandon a number that have no answer yet. Thread-safe. */
final class AbandonRequests {

  private static final Logger LOG = LoggerFactory.getLogger("io.twinbus.sender");

  private record Pending(
      Event.NumberAbandoned event, String reason, CompletableFuture<Void> answer) {}

  private final ConcurrentHashMap<Long, Pending> pending = new ConcurrentHashMap<>();
  private final RecordedIds ids;
  private volatile boolean isClosed;

  /** Requests that are logged with {@code ids}. */
  AbandonRequests(RecordedIds ids) {
    this.ids = ids;
  }

  /** A request of the application: the number, and the reason for the log. */
  record Request(SessionId session, StreamId stream, long seq, String reason) {}

  /** Opens a request; {@link #answerTo} returns the future of its answer. */
  Event.NumberAbandoned open(long ticket, Request request) {
    Event.NumberAbandoned event =
        new Event.NumberAbandoned(ticket, request.session(), request.stream(), request.seq());
    pending.put(ticket, new Pending(event, request.reason(), new CompletableFuture<>()));
    if (isClosed) {
      closed();
    }
    return event;
  }

  CompletableFuture<Void> answerTo(Event.NumberAbandoned event) {
    Pending request = pending.get(event.ticket());
    return request == null ? refused(event, "the sender is closed") : request.answer();
  }

  /** Returns the call that completes the request; null when it was completed already. */
  @Nullable Runnable callFor(Effect.AbandonAnswered answered) {
    Pending request = pending.remove(answered.ticket());
    return request == null ? null : () -> answer(request, answered.refusal());
  }

  /** Refuses every open request, and each that is opened later. */
  void closed() {
    isClosed = true;
    for (long ticket : List.copyOf(pending.keySet())) {
      Pending request = pending.remove(ticket);
      if (request != null) {
        answer(request, Optional.of("the sender is closed"));
      }
    }
  }

  private void answer(Pending request, Optional<String> refusal) {
    Event.NumberAbandoned event = request.event();
    if (refusal.isPresent()) {
      request.answer().completeExceptionally(refusal(event, refusal.get()));
      return;
    }
    LOG.warn(
        "Number {} of stream '{}' in session '{}' is abandoned ({}): the next message of the stream"
            + " passes over it.",
        event.seq(),
        event.stream(),
        ids.of(event.session()),
        request.reason());
    request.answer().complete(null);
  }

  private static CompletableFuture<Void> refused(Event.NumberAbandoned event, String why) {
    return CompletableFuture.failedFuture(refusal(event, why));
  }

  private static AbandonRefusedException refusal(Event.NumberAbandoned event, String why) {
    return new AbandonRefusedException(
        "Number %d of stream '%s' in session '%s' cannot be abandoned: %s."
            .formatted(event.seq(), event.stream(), event.session(), why));
  }
}
