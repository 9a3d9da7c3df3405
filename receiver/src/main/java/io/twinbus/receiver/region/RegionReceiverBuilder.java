package io.twinbus.receiver.region;

import io.micrometer.core.instrument.MeterRegistry;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.HandlerExtension;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.handler.BlockingHandler;
import io.twinbus.receiver.handler.HandlerThreads;
import io.twinbus.receiver.metrics.ReceiverMetrics;
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

  private final ReceiverSettings settings;
  private final List<HandlerExtension> extensions = new ArrayList<>();
  private final List<FactListener> listeners = new ArrayList<>(List.of(new FactLog()));
  private @Nullable SessionHandler handler;
  private @Nullable Executor executor;
  private @Nullable MeterRegistry registry;

  private boolean blocks;

  private RegionReceiverBuilder(ReceiverSettings settings) {
    this.settings = settings;
  }

  /** Reads the settings, and reports all mistakes together. */
  static RegionReceiverBuilder from(FlatSettings configuration) {
    return configuration.collect(
        flat -> {
          flat.refuseUnknown();
          return new RegionReceiverBuilder(ReceiverSettings.from(flat));
        });
  }

  /**
   * Sets what handles the messages; required. It must not block, unless there is an {@link
   * #executor}.
   */
  public RegionReceiverBuilder handler(SessionHandler value) {
    handler = value;
    blocks = false;
    return this;
  }

  /**
   * Sets what handles the messages, and may block: each call runs on the {@link #executor}, by
   * default on one of 32 threads of the receiver's own.
   */
  public RegionReceiverBuilder blockingHandler(BlockingHandler.Code value) {
    handler = BlockingHandler.stages(value);
    blocks = true;
    return this;
  }

  /**
   * Sets where handler calls run. There are never more of them at a time than sessions ({@code
   * twinbus.receiver.max-sessions}), so that an executor with a virtual thread for each task is
   * bounded, too. The caller closes it, after the receiver.
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
    Deque<Runnable> toClose = new ArrayDeque<>();
    SessionHandler extended = extended(toClose);
    List<FactListener> all = new ArrayList<>(listeners);
    if (registry == null) {
      return RegionReceiver.start(settings, extended, each(all), toClose);
    }
    ReceiverMetrics metrics = new ReceiverMetrics(registry, settings.region().name());
    all.add(metrics.facts());
    RegionReceiver receiver =
        RegionReceiver.start(settings, metrics.timed(extended), each(all), toClose);
    metrics.watch(receiver::status, receiver::ledgerOperations, InstantSource.system());
    return receiver;
  }

  private SessionHandler extended(Deque<Runnable> toClose) {
    if (handler == null) {
      throw new IllegalStateException(
          "The receiver has no handler: give one with handler(…) or blockingHandler(…).");
    }
    SessionHandler extended = handler;
    for (HandlerExtension extension : extensions) {
      extended = extension.around(extended, settings.cluster());
    }
    if (executor != null) {
      return new BlockingHandler(extended, executor);
    }
    if (!blocks) {
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
