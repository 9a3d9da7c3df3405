package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.health.HealthSettings;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.sender.pipeline.Topology;
import io.twinbus.sender.settings.SenderSettings;
import io.twinbus.testkit.ledger.InMemoryLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/** Two regions, one ledger, one sink, and the receiver processes between them. */
final class World {

  static final RegionName EAST = new RegionName("east");
  static final RegionName WEST = new RegionName("west");
  static final EntityKey QUEUE = EntityKey.ofQueue("parcels");

  private final Ground ground;
  private final Wiring wiring;
  private final Messages messages = new Messages();
  private final AuditedSessions sessions;
  private final AuditedMessages records;
  private final DirectiveStore directives;
  private final SimulatedLedger ledger;
  private final Handlers handlers;
  private final Map<RegionName, SimulatedBroker> brokers = new LinkedHashMap<>();
  private final List<ReceiverProcess> processes = new ArrayList<>();
  private final List<Producer> producers = new ArrayList<>();
  private final LivenessWatch liveness;
  private final Surprises surprises;
  private final GapAudit gapAudit;
  private FlowSettings flow;
  private int started;

  World(Ground ground, Wiring wiring) {
    this(ground, wiring, write -> {});
  }

  /** The same, where {@code writes} hears of each write to a session record that has landed. */
  World(Ground ground, Wiring wiring, Consumer<LandedWrite> writes) {
    this.ground = ground;
    this.wiring = wiring;
    this.flow = wiring.flow();
    this.surprises = new Surprises(ground.chance(), ground.score());
    InMemoryLedger store = new InMemoryLedger();
    directives = store.directives();
    gapAudit = new GapAudit(this, messages, () -> flow().gaps().policy());
    SuspectAudit suspects = new SuspectAudit(messages, () -> flow.attempts());
    SingleAudit singles =
        new SingleAudit(messages, this::isServingMessage, () -> flow.attempts().max(), ground);
    records = new AuditedMessages(store.messages(), singles);
    Set<ClaimId> lost = new HashSet<>();
    ProgressAudit progresses =
        new ProgressAudit(
            messages,
            suspects,
            new EvidenceAudit(messages),
            new PageAudit(records),
            lost::contains,
            ground);
    LedgerAudit audit = new LedgerAudit(this::isServing, lost, progresses, suspects, gapAudit);
    sessions =
        new AuditedSessions(
            store.sessions(), audit, records, ground.coverage(), this::isServing, writes);
    ledger =
        new SimulatedLedger(
            ground,
            wiring.sessions(sessions),
            wiring.messages(records),
            new InstanceStores(wiring.leases(store.leases()), store.vitals(), directives),
            new SimulatedLedger.Audited(sessions, records),
            surprises);
    IntSupplier group = () -> flow.commit().group();
    handlers =
        new Handlers(
            ground,
            new Sink(ground, group),
            new CallAudit(
                sessions,
                audit,
                suspects,
                new GroupAudit(messages, group),
                new CallAudit.Singles(
                    new SingleCallAudit(sessions, records, () -> flow), singles::wasTaken),
                ground.timeline()));
    SettlementAudit settlements =
        new SettlementAudit(
            sessions, new SettlementAudit.Ledgers(records, progresses), messages, ground);
    for (RegionName region : List.of(EAST, WEST)) {
      brokers.put(region, new SimulatedBroker(region, ground, settlements));
    }
    liveness = new LivenessWatch(this);
    liveness.begin();
  }

  Ground ground() {
    return ground;
  }

  Wiring wiring() {
    return wiring;
  }

  /** What goes wrong in the machines of receivers. */
  Surprises surprises() {
    return surprises;
  }

  /** How workers behave that start from now on. */
  FlowSettings flow() {
    return flow;
  }

  /** How workers that start from now on treat a message that fails or is in doubt. */
  void attempts(int max, FlowSettings.OnPoison onPoison, InDoubt inDoubt) {
    FlowSettings.Attempts now = flow.attempts();
    flow =
        flow.withAttempts(
            new FlowSettings.Attempts(
                max, now.backoff(), now.handlerTimeout(), onPoison, inDoubt, now.giveUpAfter()));
  }

  /** How receivers that start from now on treat a handler that is down. */
  HealthSettings health() {
    return HealthSettings.DEFAULT.withProbes(
        flow.attempts().inDoubt() == InDoubt.BLOCK
            ? HealthSettings.Probes.CONNECTION
            : HealthSettings.Probes.MESSAGE);
  }

  /** How long a message is tried, by workers that start from now on, without evidence. */
  void giveUpAfter(Duration time) {
    FlowSettings.Attempts now = flow.attempts();
    flow =
        flow.withAttempts(
            new FlowSettings.Attempts(
                now.max(),
                now.backoff(),
                now.handlerTimeout(),
                now.onPoison(),
                now.inDoubt(),
                time));
  }

  void commit(FlowSettings.Commit how) {
    flow = flow.withCommit(how);
  }

  void gapPolicy(FlowSettings.GapPolicy policy) {
    FlowSettings.Gaps now = flow.gaps();
    flow = flow.withGaps(new FlowSettings.Gaps(policy, now.bound(), now.horizon()));
  }

  /** Whether no region has a copy of the message, nor will have one. */
  boolean isNowhere(SentMessage message) {
    return message.copies <= 0
        && !message.pending
        && brokers().stream().noneMatch(broker -> broker.has(message));
  }

  GapAudit gapAudit() {
    return gapAudit;
  }

  Messages messages() {
    return messages;
  }

  AuditedSessions sessions() {
    return sessions;
  }

  /** Where operators say which regions take no work. */
  DirectiveStore directives() {
    return directives;
  }

  /** The message records. */
  AuditedMessages records() {
    return records;
  }

  /** How many ended ranges a session record keeps. */
  void maxEnded(int most) {
    FlowSettings.Records now = flow.records();
    flow = flow.withRecords(new FlowSettings.Records(now.claim(), most, now.maxStreams()));
  }

  /** How many streams' cursors a session record keeps. */
  void maxStreams(int most) {
    FlowSettings.Records now = flow.records();
    flow = flow.withRecords(new FlowSettings.Records(now.claim(), now.maxEnded(), most));
  }

  /** Every message is claimed by itself, from the beginning on. */
  void claimByMessage() {
    messages.byMessage();
    attempts(flow.attempts().max(), FlowSettings.OnPoison.DEAD_LETTER, InDoubt.RERUN);
    commit(FlowSettings.Commit.EACH);
    gapPolicy(FlowSettings.GapPolicy.WAIT);
    flow =
        flow.withRecords(new FlowSettings.Records(ClaimScope.MESSAGE, flow.records().maxEnded()));
  }

  SimulatedLedger ledger() {
    return ledger;
  }

  Handlers handlers() {
    return handlers;
  }

  LivenessWatch liveness() {
    return liveness;
  }

  List<SimulatedBroker> brokers() {
    return List.copyOf(brokers.values());
  }

  SimulatedBroker broker(RegionName region) {
    return Objects.requireNonNull(brokers.get(region));
  }

  /** All that are not dead. */
  List<ReceiverProcess> processes() {
    return processes.stream().filter(process -> !process.isDead()).toList();
  }

  /** All that are not dead. */
  List<Producer> producers() {
    return producers.stream().filter(producer -> !producer.isDead()).toList();
  }

  /** Starts a producer process; the streams that it begins bear its name. */
  Producer start(String name, Topology topology, SenderSettings settings, Keeping keeping) {
    Producer producer = new Producer(this, name, topology, settings, keeping);
    producers.add(producer);
    producer.begin();
    return producer;
  }

  /** Starts a receiver process that holds at most {@code slots} sessions. */
  ReceiverProcess start(RegionName region, int slots) {
    ReceiverProcess process =
        new ReceiverProcess(this, broker(region), region + "-" + ++started, slots);
    processes.add(process);
    return process;
  }

  SentMessage message(SessionId session, Delivery delivery) {
    SentMessage single = messages.single(session, MessageKey.of(delivery.message().id()));
    if (single != null) {
      return single;
    }
    Position position = ((ParsedHeaders.Sequenced) delivery.headers()).headers().position();
    return Objects.requireNonNull(messages.find(session, position.stream(), position.seq()));
  }

  void at(Duration time, Runnable action) {
    ground.timeline().at(time, action);
  }

  /** Nobody is judged dead while his lease holds by his own clock, unless that stood still. */
  void judgedDead(InstanceId instance, String observer) {
    for (ReceiverProcess process : processes()) {
      require(
          !process.instance().equals(instance) || !process.holdsLease() || process.hasBeenFrozen(),
          Invariant.P4_FENCING,
          () -> "%s judges %s dead, whose lease holds".formatted(observer, process.name()));
    }
  }

  private boolean isServing(Owner owner) {
    return processes.stream().anyMatch(process -> process.isServing(owner));
  }

  /**
   * The same of the claim that a message's record names. Where sessions are claimed, that one goes
   * with the session's: a worker whose release stands has let go of both, also while it has not
   * heard so yet. Who may end a session's claim is asked where that is written.
   */
  private boolean isServingMessage(SessionId session, Owner owner) {
    SessionRecord record = sessions.current(session);
    boolean isOver =
        flow.records().claim() == ClaimScope.SESSION
            && (record == null || !record.custody().isHeldBy(owner.claim()));
    return !isOver && isServing(owner);
  }
}
