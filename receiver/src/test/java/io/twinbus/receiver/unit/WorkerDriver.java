package io.twinbus.receiver.unit;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.rules.Ownership;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Replay;
import io.twinbus.protocol.ReplayHeaders;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.health.HandlerHealth;
import io.twinbus.receiver.health.HealthSettings;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.GapSightings;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Drives one session worker by hand: answers its ledger operations from one record, keeps its other
 * effects for assertions, and ticks the clock.
 */
final class WorkerDriver implements Ownership {

  static final SessionId SESSION = new SessionId("parcel-1");
  static final StreamId STREAM = new StreamId("s");
  static final RegionName EAST = new RegionName("east");

  final List<WorkerEffect> seen = new ArrayList<>();
  final Set<ClaimId> served = new HashSet<>();
  final Deque<WriteOutcome> nextWrites = new ArrayDeque<>();
  final Deque<WriteOutcome> nextMessageWrites = new ArrayDeque<>();
  final MemoryMessages messages;
  private final FlowSettings settings;
  final HandlerHealth health = new HandlerHealth(HealthSettings.DEFAULT, new MonotonicTime(0));
  final SessionWorker worker;
  private final StartGate gate = new StartGate();
  OwnerState judgement = OwnerState.ALIVE;
  boolean mayWork = true;
  final ScriptedDemand demand = new ScriptedDemand();
  boolean ledgerAnswers = true;
  boolean messageReadsAnswer = true;
  SearchOutcome searchFinds = new SearchOutcome.Absent();
  Function<Search, SearchOutcome> searches = search -> searchFinds;
  int reads;
  int writes;
  @Nullable SessionRecord record;
  private long version;
  private long arrivals;
  private Duration clock = Duration.ZERO;

  WorkerDriver() {
    this(FlowSettings.ofDefaults());
  }

  WorkerDriver(FlowSettings settings) {
    this(settings, new MemoryMessages(), 7);
  }

  private WorkerDriver(FlowSettings settings, MemoryMessages messages, long seed) {
    this.settings = settings.withAttempts(settings.attempts().withGiveUpAfter(Duration.ZERO));
    this.messages = messages;
    worker =
        new SessionWorker(
            new WorkerIdentity(EntityKey.ofQueue("orders"), SESSION, EAST, new InstanceId("me")),
            this.settings,
            new WorkerContext(this, new GapSightings(), health, demand, new Random(seed)),
            now());
    hand(new WorkerEvent.Accepted());
  }

  /** Another worker, of a process that judges this one's owner so, on the same ledger. */
  WorkerDriver successor(OwnerState judged) {
    WorkerDriver next = new WorkerDriver(settings, messages, 8);
    next.record = record;
    next.version = version;
    next.judgement = judged;
    next.clock = clock;
    return next;
  }

  Now now() {
    return new Now(
        new MonotonicTime(clock.toNanos()),
        Instant.EPOCH.plus(Duration.ofDays(20_000)).plus(clock));
  }

  void hand(WorkerEvent event) {
    Deque<WorkerEvent> events = new ArrayDeque<>(List.of(event));
    while (!events.isEmpty()) {
      for (WorkerEffect effect : worker.on(events.poll(), now())) {
        seen.add(effect);
        WorkerEvent answer = ledgerAnswers ? answer(effect) : null;
        if (answer != null) {
          events.add(answer);
        }
      }
    }
  }

  /** Answers the last ledger operation that was left open. */
  void answerNow() {
    ledgerAnswers = true;
    for (int i = seen.size() - 1; i >= 0; i--) {
      WorkerEvent answer = answer(seen.get(i));
      if (answer != null) {
        hand(answer);
        return;
      }
    }
  }

  private @Nullable WorkerEvent answer(WorkerEffect effect) {
    if (effect instanceof WorkerEffect.ReadRecord) {
      reads++;
      return new WorkerEvent.RecordRead(
          record == null
              ? new ReadOutcome.Absent<>()
              : new ReadOutcome.Found<>(record, new Version("v" + version)));
    }
    if (effect instanceof WorkerEffect.Create create) {
      return new WorkerEvent.WriteAnswered(write(create.record(), record == null));
    }
    if (effect instanceof WorkerEffect.Replace replace) {
      boolean fresh = replace.version().equals(new Version("v" + version));
      return new WorkerEvent.WriteAnswered(write(replace.record(), fresh));
    }
    if (effect instanceof WorkerEffect.ReadMessage look && messageReadsAnswer) {
      return new WorkerEvent.MessageRead(
          look.key(), messages.read(SESSION, look.key()).toCompletableFuture().join());
    }
    if (effect instanceof WorkerEffect.CreateMessage create) {
      return answer(create.record(), () -> messages.create(create.record()));
    }
    if (effect instanceof WorkerEffect.ReplaceMessage replace) {
      return answer(replace.record(), () -> messages.replace(replace.record(), replace.version()));
    }
    if (effect instanceof WorkerEffect.SearchSession look) {
      return new WorkerEvent.Searched(searches.apply(look.search()));
    }
    return null;
  }

  private WorkerEvent answer(MessageRecord record, Supplier<CompletionStage<WriteOutcome>> write) {
    WriteOutcome scripted = nextMessageWrites.poll();
    boolean isDropped =
        scripted instanceof WriteOutcome.Unknown unknown && unknown.why().startsWith("dropped");
    WriteOutcome real =
        isDropped ? new WriteOutcome.Conflict() : write.get().toCompletableFuture().join();
    return new WorkerEvent.MessageWriteAnswered(record.key(), scripted == null ? real : scripted);
  }

  private WriteOutcome write(SessionRecord next, boolean fresh) {
    writes++;
    WriteOutcome scripted = nextWrites.poll();
    if (scripted instanceof WriteOutcome.Unknown unknown && unknown.why().startsWith("dropped")) {
      return scripted;
    }
    if (!fresh) {
      return new WriteOutcome.Conflict();
    }
    record = next;
    version++;
    return scripted == null ? new WriteOutcome.Written(new Version("v" + version)) : scripted;
  }

  /** Somebody else writes the record. */
  void beside(UnaryOperator<SessionRecord> change) {
    record = change.apply(java.util.Objects.requireNonNull(record));
    version++;
  }

  void deliver(long seq, long prev) {
    deliver(STREAM, seq, prev, EAST);
  }

  void deliver(StreamId stream, long seq, long prev, RegionName home) {
    deliver(new Position(stream, seq, prev), home, Duration.ZERO);
  }

  /** A message arrives that was sent so long ago. */
  void deliver(Position position, RegionName home, Duration age) {
    deliver(new SequencedHeaders(position, null, home, now().wall().minus(age), null));
  }

  /** A message of stream s arrives that may not run for so long. */
  void deliverForLater(long seq, long prev, Duration wait) {
    Position position = new Position(STREAM, seq, prev);
    Instant sentAt = now().wall();
    deliver(new SequencedHeaders(position, null, EAST, sentAt, null, sentAt.plus(wait)));
  }

  /** A copy arrives that has such a place in the queue. */
  void deliverAt(long brokerSequence, Position position) {
    deliver(brokerSequence, new SequencedHeaders(position, null, EAST, now().wall(), null));
  }

  private void deliver(SequencedHeaders headers) {
    deliver(++arrivals, headers);
  }

  /** A copy that has such a place in the queue, and was not delivered. */
  Delivery copy(long brokerSequence, long seq, long prev) {
    return copy(brokerSequence, new Position(STREAM, seq, prev));
  }

  /** The same of any stream. */
  Delivery copy(long brokerSequence, Position position) {
    return copy(brokerSequence, new SequencedHeaders(position, null, EAST, now().wall(), null));
  }

  private void deliver(long brokerSequence, SequencedHeaders headers) {
    hand(new WorkerEvent.Delivered(copy(brokerSequence, headers)));
  }

  private static Delivery copy(long brokerSequence, SequencedHeaders headers) {
    StreamId stream = headers.position().stream();
    long seq = headers.position().seq();
    Message message = messageOf(stream + "-" + seq);
    return new Delivery(brokerSequence, new ParsedHeaders.Sequenced(headers), message);
  }

  private static Message messageOf(String id) {
    return new Message(
        SESSION, new MessageId(id), Body.empty(), Map.of(), new Message.Envelope(null, null, null));
  }

  /** A message without Twinbus headers arrives. */
  void deliverForeign(String id) {
    Message message = messageOf(id);
    hand(new WorkerEvent.Delivered(new Delivery(++arrivals, new ParsedHeaders.Foreign(), message)));
  }

  /** A dead letter arrives that an operator sends again now. */
  void deliverReplay(String id, Replay replay) {
    deliverReplay(id, replay, now().wall());
  }

  /** The same, sent at {@code sentAt}. */
  void deliverReplay(String id, Replay replay, Instant sentAt) {
    Message message = messageOf(id);
    ParsedHeaders headers = new ParsedHeaders.Replayed(new ReplayHeaders(replay, sentAt));
    hand(new WorkerEvent.Delivered(new Delivery(++arrivals, headers, message)));
  }

  /** A message arrives that has neither Twinbus headers nor a message id. */
  void deliverNameless() {
    Message message = messageOf("sequence-" + ++arrivals);
    hand(new WorkerEvent.Delivered(new Delivery(arrivals, new ParsedHeaders.Nameless(), message)));
  }

  /** A message arrives whose headers cannot be read, as {@code why} says. */
  void deliverMalformed(String id, String why) {
    ParsedHeaders headers = new ParsedHeaders.Malformed(why);
    hand(new WorkerEvent.Delivered(new Delivery(++arrivals, headers, messageOf(id))));
  }

  void tick(Duration duration) {
    clock = clock.plus(duration);
    hand(new WorkerEvent.Tick());
  }

  /** What the shell does many times a second: the worker gets its turn, or hears the news. */
  void turn() {
    HandlerHealth.Turns due = health.poll(now().monotonic());
    if (due.isBack()) {
      hand(new WorkerEvent.HandlerBack());
    }
    if (due.turns().contains(SESSION)) {
      hand(new WorkerEvent.Tick());
    }
  }

  void returns(HandlerOutcome outcome) {
    hand(new WorkerEvent.HandlerReturned(lastCall().call(), outcome));
  }

  void completes() {
    returns(new HandlerOutcome.Completed());
  }

  WorkerEffect.StartHandler lastCall() {
    List<WorkerEffect.StartHandler> calls = all(WorkerEffect.StartHandler.class);
    return calls.get(calls.size() - 1);
  }

  /** How many copies the worker has asked for. */
  long asked() {
    return all(WorkerEffect.Receive.class).stream().mapToLong(WorkerEffect.Receive::count).sum();
  }

  /** How many copies it has got. */
  long delivered() {
    return arrivals;
  }

  List<Long> started() {
    return all(WorkerEffect.StartHandler.class).stream()
        .flatMap(call -> call.invocation().position().stream())
        .map(Position::seq)
        .toList();
  }

  List<String> settled() {
    return all(WorkerEffect.Settle.class).stream()
        .map(
            settle ->
                settle.delivery().message().id()
                    + " "
                    + settle.settlement().getClass().getSimpleName())
        .toList();
  }

  /** How many calls have begun. */
  int calls() {
    return all(WorkerEffect.StartHandler.class).size();
  }

  /** What was reported of {@code type}. */
  <F extends WorkerFact> List<F> facts(Class<F> type) {
    return all(WorkerEffect.Report.class).stream()
        .map(WorkerEffect.Report::fact)
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  <T extends WorkerEffect> List<T> all(Class<T> type) {
    return seen.stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Override
  public boolean mayWork(MonotonicTime now) {
    return mayWork;
  }

  @Override
  public OwnerState judge(Owner owner) {
    return judgement;
  }

  @Override
  public void serve(ClaimId claim) {
    served.add(claim);
  }

  @Override
  public StartGate gate() {
    return gate;
  }

  @Override
  public void unserve(ClaimId claim) {
    served.remove(claim);
  }
}
