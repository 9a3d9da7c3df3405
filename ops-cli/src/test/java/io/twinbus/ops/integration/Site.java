package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.cosmos.CosmosOptions;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.local.LocalStack;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.runtime.Receiver;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.servicebus.ServiceBusBroker;
import io.twinbus.receiver.servicebus.ServiceBusSettings;
import io.twinbus.receiver.session.FlowSettings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import picocli.CommandLine;

/**
 * A deployment on this machine: a local stack, receivers in both regions whose handler a test can
 * make fail, and the command line that an operator types at.
 */
final class Site {

  /** A machine at work on much else renews a lease in that time. */
  private static final Duration LEASE = Duration.ofSeconds(10);

  private static final Duration BOUND = Duration.ofSeconds(90);

  final LocalStack stack;
  final List<String> effects = new CopyOnWriteArrayList<>();
  final Map<String, String> bodies = new ConcurrentHashMap<>();
  final Map<String, Function<Invocation, HandlerOutcome>> troubles = new ConcurrentHashMap<>();
  private final SiteQueues queues;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final Duration lease;
  private long witnesses;
  private FlowSettings.OnPoison onPoison = FlowSettings.OnPoison.BLOCK;
  final CosmosLedger ledger;

  Site() {
    this(LocalStack.builder().start());
  }

  Site(LocalStack stack) {
    this(stack, LEASE);
  }

  /** Whose receivers are dead when they have shown no sign of life for {@code lease}. */
  Site(LocalStack stack, Duration lease) {
    this.stack = stack;
    this.queues = new SiteQueues(stack);
    this.lease = lease;
    this.ledger = openLedger();
  }

  /** Its receivers, from now on, make dead letters of what they would else block for. */
  Site withDeadLetters() {
    onPoison = FlowSettings.OnPoison.DEAD_LETTER;
    return this;
  }

  /** What a command answered. */
  record Answer(int code, String out, String err) {

    /** As a program reads it, when all went well. */
    JsonNode json() throws JsonProcessingException {
      assertThat(code).as(err).isZero();
      return new ObjectMapper().readTree(out);
    }
  }

  /** A receiver that was started here; {@code drain} ends it in order. */
  Receiver receiver(String region) throws Exception {
    RegionName name = new RegionName(region);
    ServiceBusBroker broker =
        new ServiceBusBroker(
            ServiceBusSettings.of(
                new RegionSettings(name, null, new Secret(stack.connectionString(region))),
                new EntitySettings("orders", Optional.empty())),
            Clocks.system());
    open.push(broker);
    Receiver receiver =
        Receiver.start(
            new Receiver.Parts(
                new Receiver.Parts.Place(name, EntityKey.ofQueue("orders")),
                broker,
                new Receiver.Parts.Records(ledger.sessions(), ledger.messages()),
                ledger.instances(),
                this::handle),
            options(),
            (who, fact) -> {},
            Clocks.system());
    open.push(receiver);
    var unused = receiver.ready().toCompletableFuture().get(60, TimeUnit.SECONDS);
    return receiver;
  }

  /** Sends message {@code seq} of {@code session} to each of {@code regions}. */
  void send(String session, long seq, String... regions) {
    for (String region : regions) {
      queues.sender(region).sendMessage(SentMessage.of(session, seq));
    }
  }

  /** The same with a body of {@code bytes} letters. */
  void sendLarge(String session, long seq, int bytes, String region) {
    queues
        .sender(region)
        .sendMessage(SentMessage.of(session, seq, Instant.now(), "x".repeat(bytes)));
  }

  /** Sends message {@code seq} of {@code session} as if that had been {@code age} ago. */
  void sendOld(String session, long seq, Duration age, String region) {
    queues.sender(region).sendMessage(SentMessage.of(session, seq, Instant.now().minus(age)));
  }

  /** Sends a message that has an id and no headers of ours, as a foreign sender does. */
  void sendForeign(String session, String id, String... regions) {
    for (String region : regions) {
      queues
          .sender(region)
          .sendMessage(new ServiceBusMessage(id).setMessageId(id).setSessionId(session));
    }
  }

  /** Makes the oldest message of {@code session} a dead letter in {@code region}. */
  void kill(String session, String region) {
    try (ServiceBusSessionReceiverClient receivers =
            new ServiceBusClientBuilder()
                .connectionString(stack.connectionString(region))
                .sessionReceiver()
                .queueName("orders")
                .disableAutoComplete()
                .buildClient();
        ServiceBusReceiverClient receiver = receivers.acceptSession(session)) {
      receiver.deadLetter(receiver.receiveMessages(1).iterator().next());
    }
  }

  /** How many messages of each kind {@code region}'s queue holds. */
  EntityCounts counts(String region) {
    return stack.region(region).counts().get(0);
  }

  /** The same as a sender does: to its home at once, to the other region for later. */
  void sendHome(String session, long seq, String home, String other, Duration delay) {
    queues.sender(home).sendMessage(SentMessage.of(session, seq));
    queues
        .sender(other)
        .scheduleMessage(
            SentMessage.of(session, seq), Instant.now().plus(delay).atOffset(ZoneOffset.UTC));
  }

  /** Runs {@code twinbus} with {@code arguments}. */
  Answer run(String... arguments) {
    return run(environment(), arguments);
  }

  /** The same with other settings. */
  Answer run(Map<String, String> environment, String... arguments) {
    return run(environment, CliContext.ofThisMachine().pause(), arguments);
  }

  /** The same, waiting as {@code pause} does. */
  Answer run(CliContext.Pause pause, String... arguments) {
    return run(environment(), pause, arguments);
  }

  private static Answer run(
      Map<String, String> environment, CliContext.Pause pause, String... arguments) {
    CliContext here = CliContext.ofThisMachine();
    return run(
        new CliContext(here.ledger(), here.queues(), here.clocks(), pause, environment), arguments);
  }

  /** The same in {@code context}. */
  static Answer run(CliContext context, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine cli = TwinbusCli.with(TwinbusCli.operatorCommands(context), List.of(arguments));
    cli.setOut(new PrintWriter(out));
    cli.setErr(new PrintWriter(err));
    int code = cli.execute(arguments);
    return new Answer(code, out.toString(), err.toString());
  }

  /** How the command line finds this deployment. */
  Map<String, String> environment() {
    return new TreeMap<>(
        Map.of(
            "TWINBUS_REGIONS_EAST_CONNECTION_STRING", stack.connectionString("east"),
            "TWINBUS_REGIONS_WEST_CONNECTION_STRING", stack.connectionString("west"),
            "TWINBUS_LEDGER_ENDPOINT", stack.ledgerEndpoint(),
            "TWINBUS_LEDGER_KEY", stack.ledgerKey(),
            "TWINBUS_RECEIVER_LEASE", lease.toSeconds() + "s",
            "TWINBUS_STANDBY_DELAY", "1s",
            "TWINBUS_OPERATOR", "ann"));
  }

  /** The same for commands that judge after two seconds who is dead; for owners who never lived. */
  Map<String, String> impatient() {
    Map<String, String> environment = environment();
    environment.put("TWINBUS_RECEIVER_LEASE", "2s");
    return environment;
  }

  /** Puts {@code session} on record, as somebody has left it. */
  void create(String session, Custody custody) throws Exception {
    create(
        SessionRecord.first(
            new SessionId(session), custody, WriteMark.of(new WriteId("w"), Instant.now())));
  }

  /** Puts {@code record} on record. */
  void create(SessionRecord record) throws Exception {
    var unused = ledger.sessions().create(record).toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  /** Puts {@code record} on record. */
  void create(MessageRecord record) throws Exception {
    var unused = ledger.messages().create(record).toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  /** Puts the lease and the vitals of a receiver in east on record whose writes stand so. */
  void tell(InstanceStats.LedgerPressure pressure) throws Exception {
    tell("east-1", InstanceStats.UNKNOWN.withLedger(pressure));
  }

  /** Puts the lease of the receiver {@code name} in east on record, and what it tells. */
  void tell(String name, InstanceStats stats) throws Exception {
    InstanceId instance = new InstanceId(name);
    WriteMark mark = WriteMark.of(new WriteId("v"), Instant.now());
    var lease = ledger.instances().leases().create(new InstanceLease(instance, 1, mark));
    var unusedLease = lease.toCompletableFuture().get(60, TimeUnit.SECONDS);
    var vitals =
        ledger
            .instances()
            .vitals()
            .put(new InstanceVitals(instance, new RegionName("east"), Instant.now(), stats, mark));
    var unusedVitals = vitals.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  /** The state of {@code session}, empty while nobody knows it or it cannot be read. */
  String status(String session) throws Exception {
    ReadOutcome<SessionRecord> outcome =
        ledger
            .sessions()
            .read(new SessionId(session))
            .toCompletableFuture()
            .get(60, TimeUnit.SECONDS);
    return outcome instanceof ReadOutcome.Found<SessionRecord> found
        ? found.record().status().name()
        : "";
  }

  /** See {@link SiteQueues#regionsOfLetters}. */
  List<String> regionsOfLetters(String session) {
    return queues.regionsOfLetters(session);
  }

  /** The dead letters of {@code session}, as the command lists them. */
  JsonNode letters(String session) throws JsonProcessingException {
    return run("dlq", "list", "--session", session, "-o", "json").json();
  }

  /** Sends a message to each region whose call ends well: so the refusal of another is believed. */
  void callsThatEndWell() {
    witnesses++;
    for (String region : List.of("east", "west")) {
      send("witness-" + region, witnesses, region);
    }
  }

  /**
   * Waits until {@code session} is BLOCKED. Meanwhile calls of another session end well in both
   * regions: so the failures of this one count at once, as evidence against its message.
   */
  void awaitBlocked(String session) {
    await()
        .atMost(BOUND)
        .until(
            () -> {
              callsThatEndWell();
              return status(session).equals("BLOCKED");
            });
  }

  /** Which numbers of {@code session} took effect, in their order. */
  List<String> effectsOf(String session) {
    return effects.stream().filter(effect -> effect.startsWith(session + "-")).toList();
  }

  void close() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
    queues.close();
    ledger.close();
    stack.close();
  }

  private CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
    Function<Invocation, HandlerOutcome> trouble = troubles.get(message.id().value());
    HandlerOutcome outcome =
        trouble == null ? new HandlerOutcome.Completed() : trouble.apply(invocation);
    if (outcome instanceof HandlerOutcome.Completed) {
      bodies.put(message.id().value(), message.body().utf8());
      effects.add(message.id().value());
    }
    return CompletableFuture.completedFuture(outcome);
  }

  private CosmosLedger openLedger() {
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

  private ReceiverOptions options() {
    ReceiverOptions defaults = ReceiverOptions.ofDefaults();
    FlowSettings flow = defaults.flow();
    return new ReceiverOptions(
        new FlowSettings(
            new FlowSettings.Pace(
                Duration.ofMillis(200),
                Duration.ofMillis(200),
                Duration.ofMillis(300),
                flow.pace().stuckAfter(),
                Duration.ofSeconds(1)),
            new FlowSettings.Attempts(
                2,
                new FlowSettings.Backoff(Duration.ofMillis(50), Duration.ofMillis(100)),
                flow.attempts().handlerTimeout(),
                onPoison,
                flow.attempts().inDoubt(),
                Duration.ZERO),
            flow.window(),
            flow.commit(),
            flow.gaps()),
        new LeaseTimes(Duration.ofMillis(500), lease, Duration.ofMillis(500)),
        defaults.limits(),
        Duration.ofSeconds(5));
  }
}
