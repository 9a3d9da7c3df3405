package io.twinbus.sender.request;

import io.twinbus.sender.SendFailedException;
import io.twinbus.sender.request.ReplySources.Arrival;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The requests that wait for replies, and what is remembered of those that do not any more; both
 * bounded. Without I/O, threads or a clock; thread-safe.
 *
 * <ol>
 *   <li>A message that answers a waiting request ends it.
 *   <li>One whose id was seen is a further copy: dropped.
 *   <li>One that answers a request that has timed out is late: dropped.
 *   <li>Any other one answers nothing: dropped.
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

    /** Completes, elsewhere, with the request's end. */
    CompletableFuture<RequestOutcome> outcome() {
      return outcome;
    }
  }

  /** The end of a request, to be handed out outside of the lock. */
  record End(Waiting request, RequestOutcome outcome) {}

  /** How asking for room ended. */
  sealed interface Opening {
    /** There is room. */
    record Opened(Waiting request) implements Opening {}

    /** As many wait as may. */
    record Full() implements Opening {}

    /** One with this id waits already. */
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

  /** At most {@code most} wait; {@code remembered} ends are kept to tell copies by. */
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

  /** The send failed. If a region may have the request all the same, its reply is awaited. */
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

  /** Ends all that wait. */
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
