package io.twinbus.receiver.region;

import io.micrometer.core.instrument.MeterRegistry;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.HandlerExtension;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.handler.BlockingHandler;
import io.twinbus.receiver.handler.HandlerThreads;
import io.twinbus.receiver.runtime.FactListener;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Builds the receiver of one region for an application that handles messages itself. What session
 * workers report is logged as {@link FactLog} does. Not thread-safe.
 */
public final class RegionReceiverBuilder {

  private final List<ReceiverSettings> queues;
  private final List<HandlerExtension> extensions = new ArrayList<>();
  private final List<FactListener> listeners = new ArrayList<>();
  private final QueueHandlers handlers;
  private @Nullable Executor executor;
  private @Nullable MeterRegistry registry;

  private RegionReceiverBuilder(List<ReceiverSettings> queues) {
    this.queues = queues;
    this.handlers = new QueueHandlers(queues.stream().map(ReceiverSettings::queue).toList());
  }

  /** Reads the settings, and reports all mistakes together. */
  static RegionReceiverBuilder from(FlatSettings configuration) {
    return configuration.collect(
        flat -> {
          flat.refuseUnknown();
          return new RegionReceiverBuilder(ReceiverSettings.ofQueues(flat));
        });
  }

  /**
   * Sets what handles the messages of the one queue; required. It must not block, unless there is
   * an {@link #executor}.
   */
  public RegionReceiverBuilder handler(SessionHandler value) {
    handlers.put("", value, false);
    return this;
  }

  /**
   * Sets what handles the messages of {@code queue}, one of {@code twinbus.queues}; each needs one.
   * It must not block, unless there is an {@link #executor}.
   */
  public RegionReceiverBuilder handler(String queue, SessionHandler value) {
    handlers.put(queue, value, false);
    return this;
  }

  /**
   * Sets what handles the messages of the one queue, and may block: each call runs on the {@link
   * #executor}, by default on one of 32 threads of the queue's own.
   */
  public RegionReceiverBuilder blockingHandler(BlockingHandler.Code value) {
    handlers.put("", BlockingHandler.stages(value), true);
    return this;
  }

  /**
   * Sets what handles the messages of {@code queue}, and may block: each call runs on the {@link
   * #executor}, by default on one of 32 threads of the queue's own, so that a slow handler holds up
   * its own queue alone.
   */
  public RegionReceiverBuilder blockingHandler(String queue, BlockingHandler.Code value) {
    handlers.put(queue, BlockingHandler.stages(value), true);
    return this;
  }

  /**
   * Sets what handles the messages of {@code queue}, and may block: each call runs on the {@link
   * #executor}, by default on one of 32 threads of the queue's own.
   *
   * @param queue its name; that of the queue or {@code topic/subscription} where there is one
   */
  public RegionReceiverBuilder handlerOnThreads(String queue, SessionHandler value) {
    handlers.put(queue, value, true);
    return this;
  }

  /**
   * Sets where handler calls run, of all queues. There are never more of them at a time than
   * sessions ({@code twinbus.receiver.max-sessions}), so that an executor with a virtual thread for
   * each task is bounded, too. The caller closes it, after the receiver.
   */
  public RegionReceiverBuilder executor(Executor value) {
    executor = value;
    return this;
  }

  /**
   * Adds an extension, such as {@link io.twinbus.receiver.tracing.ReceiverTracing}. It sees each
   * call on the thread that handles it. The extension added last is the outermost.
   */
  public RegionReceiverBuilder extension(HandlerExtension value) {
    extensions.add(value);
    return this;
  }

  /** Adds a listener for what session workers report. */
  public RegionReceiverBuilder facts(FactListener value) {
    listeners.add(value);
    return this;
  }

  /** Sets where the receiver's figures are registered, {@code twinbus.*}. Default: nowhere. */
  public RegionReceiverBuilder metrics(MeterRegistry value) {
    registry = value;
    return this;
  }

  /**
   * Starts the receiver. It accepts sessions as soon as its first lease stands: {@link
   * RegionReceiver#awaitReady()}.
   *
   * @throws io.twinbus.ledger.cosmos.LedgerStartException when the ledger must not be used, or is
   *     out of reach; its message is one sentence
   * @throws EntityRefusedException when the queue or subscription must not be used
   */
  public RegionReceiver start() throws EntityRefusedException {
    handlers.requireAll();
    Deque<Runnable> toClose = new ArrayDeque<>();
    ReceiverMeters meters = registry == null ? null : new ReceiverMeters(registry, queues);
    List<HandledQueue> parts = new ArrayList<>();
    for (ReceiverSettings settings : queues) {
      SessionHandler extended = extended(settings, toClose);
      parts.add(
          new HandledQueue(settings, meters == null ? extended : meters.timed(settings, extended)));
    }
    List<FactListener> all = new ArrayList<>(listeners);
    all.add(FactLog.of(queues));
    if (meters == null) {
      return RegionReceiver.start(parts, each(all), toClose);
    }
    all.add(meters.facts());
    RegionReceiver receiver = RegionReceiver.start(parts, each(all), toClose);
    meters.watch(receiver, InstantSource.system());
    return receiver;
  }

  private SessionHandler extended(ReceiverSettings settings, Deque<Runnable> toClose) {
    QueueHandlers.Chosen chosen = handlers.of(settings.queue());
    SessionHandler extended = chosen.handler();
    for (HandlerExtension extension : extensions) {
      extended = extension.around(extended, settings.cluster());
    }
    if (executor != null) {
      return new BlockingHandler(extended, executor);
    }
    if (!chosen.blocks()) {
      return extended;
    }
    ExecutorService own = HandlerThreads.create();
    toClose.push(own::shutdown);
    return new BlockingHandler(extended, own);
  }

  private static FactListener each(List<FactListener> listeners) {
    List<FactListener> told = List.copyOf(listeners);
    return (who, fact) -> told.forEach(listener -> listener.on(who, fact));
  }
}
