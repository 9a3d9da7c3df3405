package io.twinbus.sender.runtime;

import io.twinbus.protocol.ids.RecordedIds;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.message.SendFailedException;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Completes the futures of producers, on its own thread, so that their dependents never stop the
 * lanes.
 *
 * <p>The room of a message in the window is freed just before its receipt is handed out, so that
 * the queue of receipts stays bounded. Thread-safe.
 */
final class ReceiptDispatcher {

  private final InFlightWindow window;
  private final boolean leaveAtReceipt;
  private final ConcurrentHashMap<Long, PendingSend> pending = new ConcurrentHashMap<>();
  private final AbandonRequests abandons;
  private final AtomicLong tickets = new AtomicLong();
  private final ExecutorService executor;
  private volatile @Nullable Thread thread;
  private volatile @Nullable Function<OutboundMessage, SendFailedException> ending;

  /**
   * A dispatcher that frees the room of messages in {@code window}.
   *
   * @param leaveAtReceipt whether a message leaves the window with its receipt; otherwise it leaves
   *     when it is settled
   * @param ids the form in which ids are logged
   */
  ReceiptDispatcher(InFlightWindow window, boolean leaveAtReceipt, RecordedIds ids) {
    this.abandons = new AbandonRequests(ids);
    this.window = window;
    this.leaveAtReceipt = leaveAtReceipt;
    this.executor =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread created = new Thread(work, "twinbus-sender-receipts");
              created.setDaemon(true);
              thread = created;
              return created;
            });
  }

  /** Whether the caller runs on the thread that hands receipts out. */
  boolean isOwnThread() {
    return Thread.currentThread() == thread;
  }

  /** Opens a send; the message has its room in the window. */
  PendingSend open(OutboundMessage message, int bytes) {
    PendingSend send =
        new PendingSend(
            tickets.incrementAndGet(), message, bytes, new ReceiptFuture(this::isOwnThread));
    pending.put(send.ticket(), send);
    Function<OutboundMessage, SendFailedException> reason = ending;
    if (reason != null) {
      fail(send, reason.apply(message));
    }
    return send;
  }

  /** Opens the send of a message that came back from the journal; no caller waits for it. */
  PendingSend restore(OutboundMessage message, int bytes) {
    window.occupy(bytes);
    return open(message, bytes);
  }

  /** Opens a request to abandon a number. */
  Event.NumberAbandoned open(AbandonRequests.Request request) {
    return abandons.open(tickets.incrementAndGet(), request);
  }

  AbandonRequests abandons() {
    return abandons;
  }

  /** Carries out the effects of one round that concern receipts. */
  void settle(List<Effect> effects) {
    List<Runnable> calls = new ArrayList<>(effects.size());
    long messages = 0;
    long bytes = 0;
    for (Effect effect : effects) {
      PendingSend left = leavesWindow(effect);
      if (left != null) {
        messages++;
        bytes += left.bytes();
      }
      Runnable call = callFor(effect);
      if (call != null) {
        calls.add(call);
      }
    }
    if (!calls.isEmpty() || messages > 0) {
      submit(calls, messages, bytes);
    }
  }

  /** Fails every open send, and each that is opened later: the lanes answer no more. */
  void end(Function<OutboundMessage, SendFailedException> reason) {
    ending = reason; // before the look: a send is seen by it, or sees this
    for (PendingSend send : List.copyOf(pending.values())) {
      fail(send, reason.apply(send.message()));
    }
    abandons.closed();
  }

  /** Fails one send, unless it was completed meanwhile. */
  private void fail(PendingSend send, SendFailedException reason) {
    if (pending.remove(send.ticket()) != null) {
      long count = send.receipt().isDone() ? 0 : 1;
      Runnable call =
          () -> {
            send.receipt().completeExceptionally(reason);
            send.ended().completeExceptionally(reason);
          };
      submit(List.of(call), count, count * send.bytes());
    }
  }

  /** Completes the remaining futures within {@code bound}. */
  void close(Duration bound) throws InterruptedException {
    executor.shutdown();
    if (!isOwnThread()) {
      executor.awaitTermination(bound.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private @Nullable PendingSend leavesWindow(Effect effect) {
    if (effect instanceof Effect.Acknowledged acknowledged) {
      return leaveAtReceipt ? pending.get(acknowledged.ticket()) : null;
    }
    if (effect instanceof Effect.Settled settled) {
      return pending.get(settled.ticket());
    }
    if (effect instanceof Effect.Rejected rejected) {
      return pending.get(rejected.ticket());
    }
    return effect instanceof Effect.Failed failed ? pending.get(failed.ticket()) : null;
  }

  private @Nullable Runnable callFor(Effect effect) {
    if (effect instanceof Effect.Acknowledged acknowledged) {
      PendingSend send = pending.get(acknowledged.ticket());
      DeliveryStatus delivery = acknowledged.delivery();
      return send == null
          ? null
          : () -> send.receipt().complete(new Receipt(delivery, send.ended()));
    }
    if (effect instanceof Effect.Ended ended) {
      PendingSend send = pending.remove(ended.ticket());
      return send == null ? null : () -> send.ended().complete(ended.delivery());
    }
    if (effect instanceof Effect.AbandonAnswered answered) {
      return abandons.callFor(answered);
    }
    if (effect instanceof Effect.Rejected rejected) {
      PendingSend send = pending.remove(rejected.ticket());
      return send == null
          ? null
          : () ->
              send.receipt()
                  .completeExceptionally(
                      SendFailedException.rejected(
                          send.message(), rejected.kind(), rejected.why()));
    }
    if (effect instanceof Effect.Failed failed) {
      PendingSend send = pending.remove(failed.ticket());
      return send == null
          ? null
          : () ->
              send.receipt()
                  .completeExceptionally(
                      SendFailedException.undelivered(send.message(), failed.delivery()));
    }
    return null;
  }

  private void submit(List<Runnable> calls, long messages, long bytes) {
    Runnable round =
        () -> {
          window.leave(messages, bytes);
          calls.forEach(Runnable::run);
        };
    try {
      executor.execute(round);
    } catch (RejectedExecutionException e) {
      round.run();
    }
  }
}
