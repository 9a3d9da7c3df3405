package io.twinbus.local.servicebus.endpoint;

import io.twinbus.local.faults.Injected;
import io.twinbus.local.servicebus.amqp.AmqpConnection;
import io.twinbus.local.servicebus.broker.BrokerLie;
import io.twinbus.local.servicebus.broker.BrokerMessage;
import io.twinbus.local.servicebus.broker.MessageQueue;
import io.twinbus.local.servicebus.faults.Fault;
import io.twinbus.local.servicebus.faults.Operation;
import io.twinbus.local.servicebus.faults.Target;
import io.twinbus.local.servicebus.transport.RegionServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * What breaks in one region on demand: faults that strike operations until they have ended, and
 * calamities that happen at once.
 *
 * <p>Calls return when the effect is there. Thread-safe.
 */
public final class RegionFaults {
  private final RegionServer server;

  RegionFaults(RegionServer server) {
    this.server = server;
  }

  /** Injects a fault; the number identifies it in {@link #all()}. */
  public int inject(Fault fault) {
    return server.faults().inject(fault);
  }

  /** Has the region break a rule of the service until {@link #endAll}. */
  public void lie(BrokerLie lie) {
    server.faults().lie(lie);
  }

  /** The rules that the region breaks now. */
  public Set<BrokerLie> lies() {
    return server.faults().lies();
  }

  /** Ends one fault; its counts stay. False: there is none with this id. */
  public boolean end(int id) {
    return server.faults().end(id);
  }

  /**
   * Ends all faults of single operations, lies, and silence; kept messages are forgotten, outage
   * and latency stay.
   */
  public void endAll() {
    server.faults().endAll();
    onEach(
        connection -> {
          connection.speak();
          return 1;
        });
  }

  /** What each fault did, oldest first. */
  public List<Injected<Operation, Fault>> all() {
    return server.faults().all();
  }

  /** Detaches links that serve the target, as the service does on maintenance; answers how many. */
  public int detachLinks(Target target) {
    return onEach(connection -> connection.detachAll(target));
  }

  /**
   * Has every connection that is open now deliver nothing more, on the links that it has and on
   * those that it accepts, until {@link #endAll}; new connections do. Answers how many.
   */
  public int silence() {
    return onEach(
        connection -> {
          connection.silence();
          return 1;
        });
  }

  /** Closes all connections with {@code amqp:connection:forced}; answers how many. */
  public int closeConnections() {
    return onEach(
        connection -> {
          connection.closeForced();
          return 1;
        });
  }

  /**
   * Ends locks as if their time had run out: those of sessions, or of messages where there are no
   * sessions. Delivery counts rise, holders are told. Answers how many.
   */
  public int loseLocks(Target target) {
    return onEntities(target.entity(), queue -> queue.calamities().loseLocks(target.session()));
  }

  /**
   * Removes all messages and session states of an entity and of what hangs on it (dead letters,
   * subscriptions), or of the whole region; answers how many messages. With an outage around it:
   * the region returns empty.
   */
  public int vanish(@Nullable String entity) {
    return call(() -> server.namespace().vanish(entity));
  }

  /**
   * Puts back the settled messages that a fault of {@link Fault#keepSettled()} has kept, as a
   * region does that returns with an older state; answers how many.
   */
  public int bringBackSettled() {
    return call(
        () -> {
          int back = 0;
          for (Map.Entry<String, List<BrokerMessage>> kept :
              server.faults().takeKept().entrySet()) {
            MessageQueue queue = server.namespace().find(kept.getKey()).orElse(null);
            back += queue == null ? 0 : queue.calamities().bringBack(kept.getValue());
          }
          return back;
        });
  }

  private interface Counted<T> {
    int on(T subject);
  }

  private int onEach(Counted<AmqpConnection> action) {
    return call(
        () -> {
          int count = 0;
          for (AmqpConnection connection : server.connections()) {
            count += action.on(connection);
          }
          return count;
        });
  }

  private int onEntities(@Nullable String entity, Counted<MessageQueue> action) {
    String wanted = entity == null ? null : entity.toLowerCase(Locale.ROOT);
    return call(
        () -> {
          int count = 0;
          for (String path : new ArrayList<>(server.namespace().paths())) {
            if (wanted == null || path.equals(wanted) || path.startsWith(wanted + "/")) {
              count += server.namespace().find(path).map(action::on).orElse(0);
            }
          }
          return count;
        });
  }

  private int call(Callable<Integer> action) {
    return server.change(action);
  }
}
