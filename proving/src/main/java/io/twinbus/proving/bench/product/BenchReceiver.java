package io.twinbus.proving.bench.product;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.proving.bench.trace.Trace;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.region.ReceiverSettings;
import io.twinbus.receiver.runtime.FactListener;
import io.twinbus.receiver.runtime.Receiver;
import io.twinbus.receiver.runtime.ReceiverStatus;
import io.twinbus.receiver.servicebus.ServiceBusBroker;
import io.twinbus.receiver.servicebus.ServiceBusSettings;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A receiver of one region in this process, as the service starts it. Thread-safe. */
public final class BenchReceiver implements AutoCloseable {

  private final ServiceBusBroker broker;
  private final Receiver receiver;

  private BenchReceiver(ServiceBusBroker broker, Receiver receiver) {
    this.broker = broker;
    this.receiver = receiver;
  }

  /** Opens the ledger that {@code settings} name. */
  public static CosmosLedger openLedger(FlatSettings settings) {
    return CosmosLedger.open(
        LedgerSettings.from(settings), CosmosOptions.ofDefaults(), Clocks.system());
  }

  /** Starts one whose handler does nothing but tell {@code handled}. */
  public static BenchReceiver start(
      FlatSettings settings, CosmosLedger ledger, Consumer<Message> handled) {
    return start(settings, ledger, ledger.sessions(), handled);
  }

  /** The same, with its session records in {@code sessions}. */
  public static BenchReceiver start(
      FlatSettings settings,
      CosmosLedger ledger,
      SessionStore sessions,
      Consumer<Message> handled) {
    return start(
        settings,
        ledger,
        sessions,
        (message, invocation) -> {
          handled.accept(message);
          return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
        });
  }

  /** Starts one with a handler of the caller's own. */
  public static BenchReceiver handling(
      FlatSettings settings, CosmosLedger ledger, SessionHandler handler) {
    return start(settings, ledger, ledger.sessions(), handler);
  }

  /** The same, with a listener for what its workers report. */
  public static BenchReceiver watched(
      FlatSettings settings, CosmosLedger ledger, SessionHandler handler, FactListener facts) {
    return start(settings, ledger, ledger.sessions(), handler, facts);
  }

  /** The same, with what goes to and from broker, session records and handler in {@code trace}. */
  public static BenchReceiver traced(
      FlatSettings settings, CosmosLedger ledger, SessionHandler handler, Trace trace) {
    return start(
        settings,
        ledger,
        new TracedSessions(ledger.sessions(), trace),
        (message, invocation) ->
            trace.until(
                "handler",
                "call: " + message.id().value(),
                () -> handler.handle(message, invocation)),
        (who, fact) -> {},
        broker -> new TracedBroker(broker, trace));
  }

  private static BenchReceiver start(
      FlatSettings settings, CosmosLedger ledger, SessionStore sessions, SessionHandler handler) {
    return start(settings, ledger, sessions, handler, (who, fact) -> {});
  }

  private static BenchReceiver start(
      FlatSettings settings,
      CosmosLedger ledger,
      SessionStore sessions,
      SessionHandler handler,
      FactListener facts) {
    return start(settings, ledger, sessions, handler, facts, UnaryOperator.identity());
  }

  private static BenchReceiver start(
      FlatSettings settings,
      CosmosLedger ledger,
      SessionStore sessions,
      SessionHandler handler,
      FactListener facts,
      UnaryOperator<Broker> around) {
    ReceiverSettings options = ReceiverSettings.from(settings);
    Clocks clocks = Clocks.system();
    ServiceBusBroker broker =
        new ServiceBusBroker(
            ServiceBusSettings.of(options.region(), options.cluster().entity()), clocks);
    Receiver receiver =
        Receiver.start(
            new Receiver.Parts(
                new Receiver.Parts.Place(
                    options.region().name(), EntityKey.of(options.cluster().entity())),
                around.apply(broker),
                new Receiver.Parts.Records(sessions, ledger.messages()),
                ledger.instances(),
                handler),
            options.options(),
            facts,
            clocks);
    return new BenchReceiver(broker, receiver);
  }

  /** How it stands. */
  public ReceiverStatus status() {
    return receiver.status();
  }

  /** How many claims it holds. */
  public int claimed() {
    return receiver.status().load().claimed();
  }

  /** Drains and closes; blocks. */
  @Override
  public void close() {
    receiver.close();
    broker.close();
  }
}
