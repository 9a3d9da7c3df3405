package io.twinbus.receiver.integration;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.local.LocalStack;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.runtime.FactListener;
import io.twinbus.receiver.runtime.Receiver;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.servicebus.ServiceBusBroker;
import io.twinbus.receiver.servicebus.ServiceBusSettings;
import io.twinbus.receiver.session.FlowSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A receiver in a region of the local stack, with a broker and a ledger client of its own. */
final class TestRegion implements AutoCloseable {

  private final ServiceBusBroker broker;
  private final CosmosLedger ledger;
  private final CountedSessions sessions;
  private final Receiver receiver;

  TestRegion(LocalStack stack, String region, SessionHandler handler, FactListener facts)
      throws Exception {
    this(stack, region, handler, facts, FlowSettings.Commit.EACH);
  }

  TestRegion(
      LocalStack stack,
      String region,
      SessionHandler handler,
      FactListener facts,
      FlowSettings.Commit commit)
      throws Exception {
    this(stack, region, handler, facts, options(commit));
  }

  TestRegion(
      LocalStack stack,
      String region,
      SessionHandler handler,
      FactListener facts,
      ReceiverOptions options)
      throws Exception {
    this(stack, region, handler, facts, options, ServiceBusSettings.Limits.ofDefaults());
  }

  TestRegion(
      LocalStack stack,
      String region,
      SessionHandler handler,
      FactListener facts,
      ReceiverOptions options,
      ServiceBusSettings.Limits limits)
      throws Exception {
    RegionName name = new RegionName(region);
    broker =
        new ServiceBusBroker(
            new ServiceBusSettings(
                new RegionSettings(name, null, new Secret(stack.connectionString(region))),
                new EntitySettings("orders", Optional.empty()),
                limits),
            Clocks.system());
    ledger = openLedger(stack);
    sessions = new CountedSessions(ledger.sessions());
    receiver =
        Receiver.start(
            new Receiver.Parts(
                new Receiver.Parts.Place(name, EntityKey.ofQueue("orders")),
                broker,
                new Receiver.Parts.Records(sessions, ledger.messages()),
                ledger.instances(),
                handler),
            options,
            facts,
            Clocks.system());
    var unused = receiver.ready().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  static CosmosLedger openLedger(LocalStack stack) {
    return CosmosLedger.open(
        new LedgerSettings(
            URI.create(stack.ledgerEndpoint()),
            Optional.of(new Secret(stack.ledgerKey())),
            LedgerSettings.Place.of("twinbus", "ledger"),
            EntityKey.ofQueue("orders"),
            false),
        CosmosOptions.ofDefaults().withCreateIfMissing(true),
        Clocks.system());
  }

  /** What makes a receiver quick enough for a test. */
  static ReceiverOptions options(FlowSettings.Commit commit) {
    ReceiverOptions defaults = ReceiverOptions.ofDefaults();
    FlowSettings flow = defaults.flow();
    FlowSettings.Pace pace = flow.pace();
    return new ReceiverOptions(
        new FlowSettings(
            new FlowSettings.Pace(
                Duration.ofMillis(300),
                Duration.ofMillis(200),
                pace.gapGrace(),
                pace.stuckAfter(),
                Duration.ofSeconds(1)),
            flow.attempts(),
            flow.window(),
            commit,
            flow.gaps()),
        new LeaseTimes(Duration.ofMillis(500), Duration.ofSeconds(8), Duration.ofSeconds(1)),
        defaults.limits(),
        Duration.ofSeconds(5));
  }

  /** What the receiver asks of the session records. */
  CountedSessions sessions() {
    return sessions;
  }

  ServiceBusBroker broker() {
    return broker;
  }

  Receiver receiver() {
    return receiver;
  }

  /** How often this receiver has written session records. */
  long sessionWrites() {
    return sessions.writes();
  }

  /** Ends the receiver in order, and leaves its clients for {@link #close()}. */
  void drain() {
    receiver.close();
  }

  @Override
  public void close() {
    receiver.close();
    broker.close();
    ledger.close();
  }
}
