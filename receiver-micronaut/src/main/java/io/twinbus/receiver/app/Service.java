package io.twinbus.receiver.app;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micronaut.context.ApplicationContext;
import io.micronaut.json.JsonMapper;
import io.micronaut.runtime.server.EmbeddedServer;
import io.twinbus.ledger.EntityKey;
import io.twinbus.micronaut.MicronautSettings;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.admin.AdminPortTakenException;
import io.twinbus.receiver.admin.AdminServer;
import io.twinbus.receiver.admin.Page;
import io.twinbus.receiver.region.EntityRefusedException;
import io.twinbus.receiver.region.FactLog;
import io.twinbus.receiver.region.HandledQueue;
import io.twinbus.receiver.region.LeaseNotHeldException;
import io.twinbus.receiver.region.ReceiverMeters;
import io.twinbus.receiver.region.ReceiverSettings;
import io.twinbus.receiver.region.RegionReceiver;
import io.twinbus.receiver.runtime.FactListener;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

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
    List<HandledQueue> queues = HandlerChoice.choose(all.queues(), context);
    EmbeddedServer server = context.getBean(EmbeddedServer.class).start();
    AdminServer admin = AdminServer.start(all.admin(), pages(context, all.flat()));
    toClose.push(admin::close);
    RegionName region = all.queues().get(0).region().name();
    ReceiverMeters meters = new ReceiverMeters(context.getBean(MeterRegistry.class), all.queues());
    all.push()
        .start(region)
        .ifPresent(push -> attach(context.getBean(CompositeMeterRegistry.class), push));
    FactCounts counts = new FactCounts();
    RegionReceiver receiver =
        RegionReceiver.start(
            queues.stream()
                .map(
                    each ->
                        new HandledQueue(
                            each.settings(), meters.timed(each.settings(), each.handler())))
                .toList(),
            each(List.of(counts, meters.facts(), FactLog.of(all.queues()))));
    toClose.push(receiver::close);
    meters.watch(receiver, InstantSource.system());
    context
        .getBean(Monitor.class)
        .show(
            new Monitor.View(
                region.value(),
                queues.stream().map(each -> view(each, receiver)).toList(),
                receiver::status,
                counts,
                receiver::ledgerOperations));
    return "Receiver ready: region=%s instance=%s port=%d admin=%d%s"
        .formatted(
            region, receiver.awaitReady(), server.getPort(), admin.port(), named(all.queues()));
  }

  private static FactListener each(List<FactListener> listeners) {
    return (who, fact) -> listeners.forEach(listener -> listener.on(who, fact));
  }

  private static Monitor.QueueView view(HandledQueue queue, RegionReceiver receiver) {
    EntityKey key = EntityKey.of(queue.settings().cluster().entity());
    return new Monitor.QueueView(
        queue.settings().queue(),
        HandlerChoice.places(queue.handler()),
        () -> receiver.status(key));
  }

  private static String named(List<ReceiverSettings> queues) {
    return queues.size() == 1
        ? ""
        : queues.stream()
            .map(ReceiverSettings::queue)
            .collect(Collectors.joining(",", " queues=", ""));
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
