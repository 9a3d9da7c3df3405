package io.twinbus.sender.request;

import io.twinbus.sender.link.ReplySources.Arrival;
import io.twinbus.sender.message.SendFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The requests that wait for replies, and the ids of recent replies and timed-out requests; all
 * bounded. Without I/O, threads or a clock; thread-safe.
 *
 * <ol>
 *   <li>A message that answers a waiting request ends the request.
 *   <li>A message whose id was seen is another copy: dropped.
 *   <li>A message that answers a timed-out request is late: dropped.
 *   <li>Any other message answers no request: dropped.
 * </ol>
 */
final class PendingRequests {

  /** A request that waits. */
  static final class Waiting {
    private final String correlationId;
    private final Duration timeout;
    private final CompletableFuture<RequestOutcome> outcome = new CompletableFuture<>();
    private @Nullable SendFailedException sending;

    Waiting(String correlationId, Duration timeout) {
      this.correlationId = correlationId;
      this.timeout = timeout;
    }

    String correlationId() {
      return correlationId;
    }

    /** The future of the caller; {@link RequestClient} completes it with the request's end. */
    CompletableFuture<RequestOutcome> outcome() {
      return outcome;
    }
  }

  /** The end of a request, which is handed out without the lock. */
  record End(Waiting request, RequestOutcome outcome) {}

  /** The outcome of opening a request. */
  sealed interface Opening {
    /** The request is open. */
    record Opened(Waiting request) implements Opening {}

    /** The most requests wait already. */
    record Full() implements Opening {}

    /** A request with this id waits already. */
    record SameId() implements Opening {}
  }

  private final int most;
  private final Map<String, Waiting> waiting = new LinkedHashMap<>();
  private final Map<String, Boolean> seenReplies;
  private final Map<String, Boolean> timedOutRequests;
  private long answered;
  private long timedOut;
  private long notSent;
  private long refused;
  private long duplicates;
  private long late;
  private long unmatched;

  /** At most {@code most} requests wait; {@code remembered} ids are kept to recognise copies. */
  PendingRequests(int most, int remembered) {
    this.most = most;
    this.seenReplies = lastOf(remembered);
    this.timedOutRequests = lastOf(remembered);
  }

  synchronized Opening open(String correlationId, Duration timeout) {
    if (waiting.containsKey(correlationId)) {
      return new Opening.SameId();
    }
    if (waiting.size() >= most) {
      refused++;
      return new Opening.Full();
    }
    Waiting request = new Waiting(correlationId, timeout);
    waiting.put(correlationId, request);
    timedOutRequests.remove(correlationId);
    return new Opening.Opened(request);
  }

  synchronized Optional<End> arrived(Arrival arrival) {
    boolean seen = seenReplies.put(arrival.reply().id().wire(), true) != null;
    String correlationId = arrival.correlationId().orElse("");
    Waiting request = waiting.remove(correlationId);
    if (request != null) {
      answered++;
      return Optional.of(new End(request, new RequestOutcome.Answered(arrival.reply())));
    }
    if (seen) {
      duplicates++;
    } else if (timedOutRequests.remove(correlationId) != null) {
      late++;
    } else {
      unmatched++;
    }
    return Optional.empty();
  }

  /** Notes that the send failed. If a region may have the request, its reply is still awaited. */
  synchronized Optional<End> notAcknowledged(Waiting request, SendFailedException cause) {
    if (cause.mayHaveBeenAccepted()) {
      request.sending = cause;
      return Optional.empty();
    }
    if (!waiting.remove(request.correlationId, request)) {
      return Optional.empty();
    }
    notSent++;
    return Optional.of(new End(request, new RequestOutcome.NotSent(cause)));
  }

  synchronized Optional<End> timedOut(Waiting request) {
    if (!waiting.remove(request.correlationId, request)) {
      return Optional.empty();
    }
    timedOut++;
    timedOutRequests.put(request.correlationId, true);
    Optional<SendFailedException> sending = Optional.ofNullable(request.sending);
    return Optional.of(new End(request, new RequestOutcome.TimedOut(request.timeout, sending)));
  }

  /** Ends all waiting requests. */
  synchronized List<End> close() {
    List<End> ends = new ArrayList<>();
    waiting.values().forEach(request -> ends.add(new End(request, new RequestOutcome.Closed())));
    waiting.clear();
    return ends;
  }

  synchronized RequestStatistics statistics() {
    return new RequestStatistics(
        waiting.size(), answered, timedOut, notSent, refused, duplicates, late, unmatched);
  }

  private static Map<String, Boolean> lastOf(int most) {
    return new LinkedHashMap<>() {
      @Override
      protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
        return size() > most;
      }
    };
  }
}
