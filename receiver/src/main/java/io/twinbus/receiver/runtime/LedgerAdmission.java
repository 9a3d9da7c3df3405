package io.twinbus.receiver.runtime;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.Saturation;
import io.twinbus.ledger.admission.AdmissionLimit;
import io.twinbus.ledger.admission.WritePriority;
import io.twinbus.ledger.admission.WriteSource;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.rules.WaitingWrites;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets writes go to the ledger as fast as it takes them, the most urgent first.
 *
 * <ol>
 *   <li>A write goes at once while {@link AdmissionLimit} admits it and none waits. Otherwise it
 *       waits: {@link WaitingWrites} says which goes next.
 *   <li>A throttled write was not applied. It is sent again, before the others of its priority,
 *       after the time that the ledger asks for. Its worker hears nothing of that.
 *   <li>A write whose outcome is unknown is answered so, and holds no place: its worker sends it
 *       again, and it waits for its turn like any other.
 *   <li>A write that is not wanted any more when its turn comes (its worker has ended) is not sent.
 * </ol>
 *
 * <p>A session has one write at a time, so no more wait than there are sessions. Thread-safe.
 */
final class LedgerAdmission {

  private static final Logger LOG = LoggerFactory.getLogger(LedgerAdmission.class);

  /** So long may a held session's write wait before no further session is accepted. */
  private static final Duration LONG_WAIT = Duration.ofMillis(100);

  /** A shorter saturation is over before anyone could act on it. */
  private static final Duration WORTH_A_LINE = Duration.ofSeconds(1);

  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

  /**
   * Who asks for a write.
   *
   * @param queue the queue of its session
   * @param session the session that it is for
   * @param priority how urgent it is
   * @param isWanted asked when its turn comes
   */
  record Request(
      EntityKey queue, SessionId session, WritePriority priority, BooleanSupplier isWanted) {

    private WriteSource source() {
      return new WriteSource(queue, session);
    }
  }

  private final class Write {
    final Request request;
    final Supplier<CompletableFuture<WriteOutcome>> operation;
    final CompletableFuture<WriteOutcome> answer = new CompletableFuture<>();
    final MonotonicTime since = now();
    boolean isAside;

    Write(Request request, Supplier<CompletableFuture<WriteOutcome>> operation) {
      this.request = request;
      this.operation = operation;
    }

    Duration waits(MonotonicTime now) {
      return now.since(since);
    }
  }

  private final Clocks clocks;
  private final ScheduledExecutorService timer;
  private final AdmissionLimit limit;
  private final WaitingWrites<Write> waiting = new WaitingWrites<>();

  /** All that are not answered, in the order in which they came. */
  private final Set<Write> open = new LinkedHashSet<>();

  private int onTheWay;
  private int aside;
  private boolean isSending;

  /** Whether a timer is set for the end of the pause. */
  private boolean isAwaited;

  private boolean isTold;
  private @Nullable MonotonicTime toldAt;

  LedgerAdmission(Clocks clocks, ScheduledExecutorService timer) {
    this.clocks = clocks;
    this.timer = timer;
    this.limit = new AdmissionLimit(clocks.now().monotonic());
  }

  /**
   * Sends a write when its turn comes.
   *
   * @param operation answers within a bound, and never exceptionally
   */
  CompletableFuture<WriteOutcome> write(
      Request request, Supplier<CompletableFuture<WriteOutcome>> operation) {
    Write write = new Write(request, operation);
    synchronized (this) {
      open.add(write);
      waiting.add(request.queue(), request.priority(), write);
    }
    send();
    return write.answer;
  }

  /**
   * Whether writes of held sessions of {@code queue} wait, so that further sessions would only wait
   * beside them.
   */
  synchronized boolean isCongested(EntityKey queue) {
    MonotonicTime now = now();
    return waiting
        .first(queue, WritePriority.HELD)
        .filter(oldest -> now.isAtOrAfter(oldest.since.plus(LONG_WAIT)))
        .isPresent();
  }

  /** How writes stand. */
  synchronized ReceiverStatus.LedgerLoad load() {
    MonotonicTime now = now();
    Optional<Saturation> saturation =
        Optional.ofNullable(limit.saturatedSince(now)).map(since -> saturation(since, now));
    return new ReceiverStatus.LedgerLoad(limit.value(), waitingCount(), saturation);
  }

  private Saturation saturation(MonotonicTime since, MonotonicTime now) {
    List<Saturation.Waiting> longest =
        open.stream()
            .filter(write -> write.waits(now).compareTo(LONG_WAIT) >= 0)
            .limit(Saturation.NAMED)
            .map(write -> new Saturation.Waiting(write.request.session(), write.waits(now)))
            .toList();
    return new Saturation(now.since(since), longest, limit.neededPercent(waitingCount(), now));
  }

  private int waitingCount() {
    return waiting.size() + aside;
  }

  /** Sends what may go; one thread at a time, so that an answer at once does not nest. */
  private void send() {
    List<Write> batch;
    do {
      synchronized (this) {
        if (isSending) {
          return;
        }
        batch = next();
        isSending = !batch.isEmpty();
      }
      batch.forEach(this::carry);
      if (!batch.isEmpty()) {
        synchronized (this) {
          isSending = false;
        }
      }
    } while (!batch.isEmpty());
  }

  private List<Write> next() {
    List<Write> batch = new ArrayList<>();
    MonotonicTime now = now();
    Write write = limit.admits(onTheWay, now) ? waiting.next() : null;
    while (write != null) {
      batch.add(write);
      onTheWay++;
      write = limit.admits(onTheWay, now) ? waiting.next() : null;
    }
    if (onTheWay == 0 && waiting.size() > 0) {
      wakeAt(limit.pausedUntil());
    }
    return batch;
  }

  private void carry(Write write) {
    if (!write.request.isWanted().getAsBoolean()) {
      synchronized (this) {
        onTheWay--;
        open.remove(write);
      }
      write.answer.complete(new WriteOutcome.Unknown("its worker has ended"));
      return;
    }
    MonotonicTime begun = now();
    var unused =
        begin(write)
            .whenComplete(
                (outcome, error) ->
                    answered(
                        write,
                        outcome != null ? outcome : new WriteOutcome.Unknown(String.valueOf(error)),
                        begun));
  }

  /** One that throws has failed like one whose answer does: its turn is over. */
  private static CompletableFuture<WriteOutcome> begin(Write write) {
    try {
      return write.operation.get();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void answered(Write write, WriteOutcome outcome, MonotonicTime begun) {
    Optional<Duration> retryAfter =
        outcome instanceof WriteOutcome.Unknown unknown ? unknown.retryAfter() : Optional.empty();
    synchronized (this) {
      MonotonicTime now = now();
      if (retryAfter.isPresent()) {
        MonotonicTime again =
            limit.throttled(write.request.source(), retryAfter.get(), onTheWay, now);
        aside++;
        write.isAside = true;
        later(() -> putBack(write), again);
      } else {
        open.remove(write);
        limit.answered(write.request.source(), now.since(begun), onTheWay, now);
      }
      onTheWay--;
      tell(now);
    }
    if (retryAfter.isEmpty()) {
      write.answer.complete(outcome);
    }
    send();
  }

  private void putBack(Write write) {
    synchronized (this) {
      if (!write.isAside) {
        return; // a timer that rings twice sends nothing twice
      }
      write.isAside = false;
      aside--;
      waiting.addFirst(write.request.queue(), write.request.priority(), write);
    }
    send();
  }

  private void wakeAt(MonotonicTime time) {
    if (!isAwaited) {
      isAwaited = true;
      later(this::wake, time);
    }
  }

  private void wake() {
    synchronized (this) {
      isAwaited = false;
    }
    send();
  }

  private void later(Runnable task, MonotonicTime time) {
    long nanos = Math.max(0, time.since(now()).toNanos());
    try {
      var unused = timer.schedule(task, nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("The process ends; what waits for the ledger is not sent.", e);
    }
  }

  /** One line when it has lasted for a second, and one a minute from then on. */
  private void tell(MonotonicTime now) {
    MonotonicTime since = limit.saturatedSince(now);
    if (since == null) {
      if (isTold) {
        LOG.info("The ledger does again what is asked of it.");
      }
      isTold = false;
      return;
    }
    MonotonicTime last = toldAt;
    boolean isNews = !isTold && now.isAtOrAfter(since.plus(WORTH_A_LINE));
    if (isNews || (isTold && last != null && now.isAtOrAfter(last.plus(BETWEEN_LINES)))) {
      isTold = true;
      toldAt = now;
      LOG.warn(
          "The ledger cannot do what is asked of it (429): writes of held sessions go first, claims"
              + " wait, and no further session is accepted while they do. {}.",
          saturation(since, now).text(waitingCount()));
    }
  }

  private MonotonicTime now() {
    return clocks.now().monotonic();
  }
}
