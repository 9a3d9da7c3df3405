package io.twinbus.receiver.unit;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.runtime.Receiver;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Starts receivers of one region on a broker and a ledger that can be made to fail, with handlers
 * whose calls the test sees, or ends itself.
 */
final class ReceiverDriver implements AutoCloseable {

  static final RegionName EAST = new RegionName("east");
  static final RegionName WEST = new RegionName("west");
  static final EntityKey QUEUE = EntityKey.ofQueue("orders");
  static final int MOST_SESSIONS = 4;

  final MemoryBroker broker = new MemoryBroker();

  /** The broker of {@link #WEST}. */
  final MemoryBroker west = new MemoryBroker();

  final MemoryLedger ledger = new MemoryLedger();

  /** What {@link #complete} has met, in order; a test's own handler may add to it. */
  final List<String> handled = new CopyOnWriteArrayList<>();

  /** The calls that wait for the test to end them; those left end when it closes this. */
  final List<CompletableFuture<HandlerOutcome>> pending = new CopyOnWriteArrayList<>();

  private final List<Receiver> receivers = new ArrayList<>();
  private volatile Duration ahead = Duration.ZERO;
  private FlowSettings.Idle idle = FlowSettings.Idle.of(Duration.ofSeconds(3));
  private Duration gapGrace = FlowSettings.ofDefaults().pace().gapGrace();
  private Duration grace = Duration.ofSeconds(1);

  @Override
  public void close() {
    pending.forEach(call -> call.complete(new HandlerOutcome.Completed()));
    receivers.forEach(Receiver::close);
  }

  /**
   * With few places, and with leases as short as a machine can keep that does much else beside, for
   * tests that are not to take long.
   */
  Receiver start(SessionHandler handler) {
    return start(EAST, broker, handler);
  }

  /** The same in the other region. */
  Receiver startInWest(SessionHandler handler) {
    return start(WEST, west, handler);
  }

  private Receiver start(RegionName region, MemoryBroker queue, SessionHandler handler) {
    FlowSettings flow = FlowSettings.ofDefaults();
    Receiver receiver =
        Receiver.start(
            new Receiver.Parts(
                new Receiver.Parts.Place(region, QUEUE),
                queue,
                new Receiver.Parts.Records(ledger, new MemoryMessages()),
                ledger.instances(),
                handler),
            new ReceiverOptions(
                new FlowSettings(
                    new FlowSettings.Pace(
                        idle,
                        Duration.ofMillis(100),
                        gapGrace,
                        flow.pace().stuckAfter(),
                        Duration.ofMillis(500)),
                    flow.attempts(),
                    flow.window(),
                    flow.commit(),
                    flow.gaps()),
                new LeaseTimes(
                    Duration.ofMillis(200), Duration.ofSeconds(3), Duration.ofMillis(200)),
                ReceiverOptions.Limits.ofSessions(MOST_SESSIONS),
                grace),
            (who, fact) -> {},
            () -> later(Clocks.system().now(), ahead));
    receivers.add(receiver);
    return receiver;
  }

  /** Receivers keep a session for so long that nothing comes for, from now on. */
  ReceiverDriver withLinger(Duration time) {
    return withIdle(FlowSettings.Idle.of(time));
  }

  /** Receivers keep what they have nothing to do for so long, from now on. */
  ReceiverDriver withIdle(FlowSettings.Idle next) {
    idle = next;
    return this;
  }

  /** A message counts as missing after so long, from now on. */
  ReceiverDriver withGapGrace(Duration time) {
    gapGrace = time;
    return this;
  }

  /** A drain waits for calls for so long, from now on. */
  ReceiverDriver withGrace(Duration time) {
    grace = time;
    return this;
  }

  /** Puts the receivers' clock so far ahead of the machine's. */
  void putClockAhead(Duration by) {
    ahead = by;
  }

  /** A handler that ends well at once. */
  CompletableFuture<HandlerOutcome> complete(Message message, Invocation invocation) {
    handled.add(message.id().value());
    return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
  }

  /** A handler whose calls end when the test ends them, or when they are cancelled. */
  CompletableFuture<HandlerOutcome> wait(Message message, Invocation invocation) {
    CompletableFuture<HandlerOutcome> call = new CompletableFuture<>();
    pending.add(call);
    return call;
  }

  SessionStatus status(String session) {
    return ledger.record(session).orElseThrow().status();
  }

  private static Now later(Now now, Duration by) {
    return new Now(now.monotonic().plus(by), now.wall().plus(by));
  }
}
