package io.twinbus.receiver.app;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micronaut.context.ApplicationContext;
import io.micronaut.json.JsonMapper;
import io.micronaut.runtime.server.EmbeddedServer;
import io.twinbus.micronaut.MicronautSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.admin.AdminPortTakenException;
import io.twinbus.receiver.admin.AdminServer;
import io.twinbus.receiver.admin.Page;
import io.twinbus.receiver.metrics.ReceiverMetrics;
import io.twinbus.receiver.region.EntityRefusedException;
import io.twinbus.receiver.region.FactLog;
import io.twinbus.receiver.region.LeaseNotHeldException;
import io.twinbus.receiver.region.ReceiverSettings;
import io.twinbus.receiver.region.RegionReceiver;
import io.twinbus.receiver.runtime.FactListener;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * A running receiver service: the servers, then the receiver, closed in the reverse order.
 * Thread-safe.
 */
final class Service implements AutoCloseable {

  private final Deque<Runnable> toClose = new ArrayDeque<>();

  /**
   * Starts a service; what was started is closed again when a part fails.
   *
   * @return one line that says where it is
   */
  synchronized String start(ApplicationContext context)
      throws InterruptedException,
          LeaseNotHeldException,
          EntityRefusedException,
          AdminPortTakenException {
    toClose.push(context::close);
    ServiceSettings all = ServiceSettings.from(MicronautSettings.of(context.getEnvironment()));
    ReceiverSettings settings = all.receiver();
    SessionHandler handler = HandlerChoice.choose(settings, context);
    EmbeddedServer server = context.getBean(EmbeddedServer.class).start();
    AdminServer admin = AdminServer.start(all.admin(), pages(context, all.flat()));
    toClose.push(admin::close);
    FactCounts counts = new FactCounts();
    FactLog log = new FactLog();
    ReceiverMetrics metrics =
        new ReceiverMetrics(context.getBean(MeterRegistry.class), settings.region().name());
    all.push()
        .start(settings.region().name())
        .ifPresent(push -> attach(context.getBean(CompositeMeterRegistry.class), push));
    FactListener meters = metrics.facts();
    RegionReceiver receiver =
        RegionReceiver.start(
            settings,
            metrics.timed(handler),
            (who, fact) -> {
              counts.on(who, fact);
              meters.on(who, fact);
              log.on(who, fact);
            });
    toClose.push(receiver::close);
    metrics.watch(receiver::status, receiver::ledgerOperations, InstantSource.system());
    String region = settings.region().name().value();
    context
        .getBean(Monitor.class)
        .show(
            new Monitor.View(
                region,
                HandlerChoice.places(handler),
                receiver::status,
                counts,
                receiver::ledgerOperations));
    return "Receiver ready: region=%s instance=%s port=%d admin=%d"
        .formatted(region, receiver.awaitReady(), server.getPort(), admin.port());
  }

  private void attach(CompositeMeterRegistry meters, MeterRegistry push) {
    meters.add(push);
    toClose.push(push::close);
  }

  private static Map<String, Page> pages(ApplicationContext context, FlatSettings flat) {
    return new AdminPages(
            context.getBean(Monitor.class), flat.shown(), context.getBean(JsonMapper.class))
        .byPath();
  }

  /** Drains and closes; blocks. */
  @Override
  public synchronized void close() {
    while (!toClose.isEmpty()) {
      toClose.pop().run();
    }
  }
}
