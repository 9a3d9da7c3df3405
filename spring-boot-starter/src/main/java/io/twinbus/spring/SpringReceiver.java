package io.twinbus.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.ReceiverKeys;
import io.twinbus.receiver.HandlerExtension;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.region.EntityRefusedException;
import io.twinbus.receiver.region.RegionReceiver;
import io.twinbus.receiver.region.RegionReceiverBuilder;
import io.twinbus.receiver.runtime.FactListener;
import io.twinbus.receiver.runtime.ReceiverStatus;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The receiver of an application: runs while its context does, if the application has a handler.
 *
 * <p>It starts as the last part of the context and stops as the first: it drains before anything
 * that its handler needs is closed, the web server included. Thread-safe.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
public final class SpringReceiver implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(SpringReceiver.class);

  private final FlatSettings settings;
  private final ApplicationHandler handler;
  private final Additions additions;
  private volatile @Nullable RegionReceiver running;

  /**
   * What the application's beans add to its receiver.
   *
   * @param extensions what is built around handler calls
   * @param listeners what is told of session workers
   * @param registry where figures go, if anywhere
   */
  record Additions(
      List<HandlerExtension> extensions,
      List<FactListener> listeners,
      Optional<MeterRegistry> registry) {}

  SpringReceiver(FlatSettings settings, ApplicationHandler handler, Additions additions) {
    this.settings = settings;
    this.handler = handler;
    this.additions = additions;
  }

  /** How the receiver stands, all its queues together; empty while none runs. */
  public Optional<ReceiverStatus> status() {
    return Optional.ofNullable(running).map(RegionReceiver::status);
  }

  /** How the receiver stands for each of its queues; none while it does not run. */
  public Collection<ReceiverStatus> statuses() {
    RegionReceiver receiver = running;
    return receiver == null ? List.of() : receiver.statuses().values();
  }

  /** Whether the application has a handler, and so receives. */
  @Override
  public boolean isRunning() {
    return running != null;
  }

  /** False with {@code twinbus.receiver.auto-start: false}. */
  @Override
  public boolean isAutoStartup() {
    return settings.get(ReceiverKeys.AUTO_START);
  }

  @Override
  public int getPhase() {
    return DEFAULT_PHASE;
  }

  @Override
  public synchronized void start() {
    if (running != null) {
      return;
    }
    Map<String, SessionHandler> found = handler.find(ConfiguredQueues.of(settings).keySet());
    if (found.isEmpty()) {
      LOG.info("There is no @SessionListener method: this application receives no messages.");
      return;
    }
    try {
      running = receiver(found);
    } catch (EntityRefusedException e) {
      throw new ReceiverStartException(e);
    }
  }

  private RegionReceiver receiver(Map<String, SessionHandler> found) throws EntityRefusedException {
    RegionReceiverBuilder builder = RegionReceiver.builder(settings);
    found.forEach(builder::handlerOnThreads);
    ConfiguredQueues.of(settings).values().forEach(SpringReceiver::refuseHttp);
    additions.extensions().forEach(builder::extension);
    additions.listeners().forEach(builder::facts);
    additions.registry().ifPresent(builder::metrics);
    return builder.start();
  }

  private static void refuseHttp(FlatSettings queue) {
    if (queue.find(ReceiverKeys.HTTP_URL).isPresent()) {
      throw new InvalidSettingException(
          queue.inForce(ReceiverKeys.HTTP_URL)
              + " is for the receiver service: a Spring application handles messages in its"
              + " @SessionListener method. Remove one of the two.");
    }
  }

  /** Drains; blocks until calls have returned and claims are released, within the grace. */
  @Override
  public synchronized void stop() {
    RegionReceiver receiver = running;
    if (receiver != null) {
      LOG.info("The receiver drains: it takes no more sessions, and calls in hand may end.");
      receiver.close();
      running = null;
    }
  }
}
