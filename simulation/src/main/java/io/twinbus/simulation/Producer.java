package io.twinbus.simulation;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.journal.RecoveredJournal;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.ExplicitSequence;
import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.JournalStart;
import io.twinbus.sender.pipeline.Lanes;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.pipeline.Topology;
import io.twinbus.sender.pipeline.WireMessage;
import io.twinbus.sender.settings.SenderSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A producer process: an application that submits messages, and the real sender's lanes, whose
 * batches go to the simulated regions.
 *
 * <p>When it is killed what is on its way may arrive all the same. What its next incarnation knows
 * of it is what the application keeps: nothing, so that it begins new streams; a journal, with
 * which the streams go on; or numbers of its own, so that it sends again what was not acknowledged.
 */
final class Producer implements Actor {

  private static final int CATCH_UP_RATE = 1_000;
  private static final int MOST_READ = 12;

  private final World world;
  private final String name;
  private final List<RegionName> regions;
  private final ProcessClock clock;
  private final Keeping keeping;
  private final Lanes lanes;
  private final SenderAudit audit;
  private final Map<Long, Submission> open = new TreeMap<>();
  private final CrashPoint crash;
  private boolean writing;
  private long wakes;
  private boolean dead;
  private Runnable whenKilled = () -> {};

  Producer(World world, String name, Topology topology, SenderSettings settings, Keeping keeping) {
    this.world = world;
    this.name = name;
    this.regions = List.copyOf(topology.regions());
    this.clock = new ProcessClock(world.ground().timeline(), world.ground().chance());
    this.keeping = keeping;
    this.audit = keeping.audit;
    this.crash = new CrashPoint(world.ground(), this::kill);
    Supplier<StreamId> streams = () -> keeping.nextStream(name);
    SimulatedJournal journal = keeping.journal;
    this.lanes =
        journal == null
            ? new Lanes(topology, settings, streams)
            : Lanes.withJournal(topology, settings, streams, start(journal), clock.now());
  }

  private JournalStart start(SimulatedJournal journal) {
    RecoveredJournal recovered = world.wiring().recovered(journal.recover(regions));
    List<Long> tickets = recovered.unsettled().stream().map(SimulatedJournal::ticketOf).toList();
    audit.refusedBefore(recovered.passedOver().keySet());
    tickets.forEach(audit::comesBack);
    return new JournalStart(recovered, tickets, true, CATCH_UP_RATE);
  }

  /** Goes on with what the one before it has left. */
  void begin() {
    audit.begins();
    OwnNumbers numbers = keeping.numbers;
    if (keeping.journal != null) {
      on(new Event.Tick());
    } else if (numbers != null) {
      numbers.unanswered().forEach(each -> offerAgain(numbers, each));
      lookAtFailures(numbers);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void hand(Runnable work) {
    if (!dead) {
      work.run();
    }
  }

  boolean isDead() {
    return dead;
  }

  /** Whether every message has been answered for, and no copy is pending. */
  boolean isIdle() {
    OwnNumbers numbers = keeping.numbers;
    return dead || (lanes.isIdle() && open.isEmpty() && (numbers == null || numbers.isSettled()));
  }

  /** Requires that everything was sent that was acknowledged. */
  void requireSent() {
    if (lanes.statistics().regions().values().stream().anyMatch(each -> each.hastened() > 0)) {
      world.ground().score().count("standby copies hastened");
    }
    audit.requireSent();
  }

  /** The application submits a message. */
  void submit(Submission submission) {
    long ticket = keeping.nextTicket();
    audit.submitted(ticket, submission);
    OwnNumbers numbers = keeping.numbers;
    if (numbers == null) {
      offer(ticket, submission, null);
    } else {
      OwnNumbers.Numbered message = numbers.next(ticket, submission);
      if (!numbers.isWaiting(message)) {
        offer(ticket, submission, numbers.placeOf(message));
      }
    }
  }

  private void offer(long ticket, Submission submission, @Nullable ExplicitSequence place) {
    open.put(ticket, submission);
    OutboundMessage.Builder message =
        OutboundMessage.of(submission.session().value(), String.valueOf(ticket)).body("");
    Duration life = submission.life();
    if (life != null) {
      message.timeToLive(life);
    }
    Duration delay = submission.delay();
    if (delay != null) {
      world.ground().score().count("message for later");
      message.notBefore(clock.now().wall().plus(delay));
    }
    if (submission.outsideOrder()) {
      world.ground().score().count("message outside the order");
      message.outsideOrder();
    }
    ExplicitSequence told = place == null ? null : world.wiring().place(place);
    if (told != null) {
      message.sequence(told);
    }
    on(new Event.Offered(ticket, message.build()));
  }

  private void offerAgain(OwnNumbers numbers, OwnNumbers.Numbered message) {
    world.ground().score().count("own number sent again");
    numbers.again(message);
    audit.comesBack(message.ticket);
    offer(message.ticket, message.submission, numbers.placeOf(message));
  }

  /** Now and then the application sees to the numbers that failed, the first ones first. */
  private void lookAtFailures(OwnNumbers numbers) {
    for (List<OwnNumbers.Numbered> failed : numbers.failures()) {
      OwnNumbers.Numbered first = failed.get(0);
      if (numbers.isHopeless(first)) {
        SessionId session = first.submission.session();
        on(new Event.NumberAbandoned(first.ticket, session, numbers.stream(), first.seq));
      } else {
        failed.forEach(each -> offerAgain(numbers, each));
      }
    }
    Duration pause = world.ground().chance().millis(800, 3_000);
    world.ground().timeline().after(pause, () -> hand(() -> lookAtFailures(numbers)));
  }

  /** Kills it, now or at a moment when its journal is behind. */
  void killSoon(Runnable killed) {
    whenKilled = killed;
    if (keeping.journal == null) {
      kill();
    } else {
      crash.strikeSoon();
    }
  }

  /** As by kill -9. */
  private void kill() {
    if (dead) {
      return;
    }
    world.ground().trace().say(name, () -> "is killed, with " + open.size() + " unanswered");
    dead = true;
    SimulatedJournal journal = keeping.journal;
    OwnNumbers numbers = keeping.numbers;
    if (journal != null) {
      journal.cutOff(world.ground().chance().between(0, journal.waiting()));
      audit.died(ticket -> journal.owes(ticket, regions));
    } else {
      audit.died(ticket -> numbers != null && numbers.comesBack(ticket));
    }
    whenKilled.run();
  }

  private void on(Event event) {
    Now now = clock.now();
    List<Effect> effects = lanes.on(event, now);
    effects.forEach(this::tell);
    for (Effect effect : effects) {
      if (effect instanceof Effect.SendBatch batch) {
        send(batch);
      } else if (keeping.journal != null) {
        ask(keeping.journal, effect);
      }
    }
    if (keeping.journal != null && lanes.isIdle()) {
      audit.owesNothing();
    }
    long wake = ++wakes;
    lanes
        .nextWake()
        .ifPresent(
            time ->
                world.ground().timeline().after(clock.until(time), () -> hand(() -> wakeUp(wake))));
  }

  private void wakeUp(long wake) {
    if (wake == wakes) {
      on(new Event.Tick());
    }
  }

  private void tell(Effect effect) {
    OwnNumbers numbers = keeping.numbers;
    if (effect instanceof Effect.Acknowledged acknowledged) {
      long ticket = acknowledged.ticket();
      open.remove(ticket);
      SimulatedJournal journal = keeping.journal;
      audit.acknowledged(ticket, acknowledged.delivery(), journal != null && journal.has(ticket));
      if (numbers != null) {
        numbers.safe(ticket);
      }
    } else if (effect instanceof Effect.Failed failed) {
      open.remove(failed.ticket());
      crash.reached(CrashPoint.Moment.REPORTS_A_FAILURE);
      audit.failed(failed.ticket(), failed.delivery());
      if (numbers != null && failed.delivery().isAcceptedAnywhere()) {
        numbers.safe(failed.ticket());
      } else if (numbers != null) {
        numbers.failed(failed.ticket(), !isHeldBack(failed.delivery()));
      }
    } else if (effect instanceof Effect.Undeliverable undeliverable) {
      audit.undeliverable(undeliverable.ticket());
    } else if (effect instanceof Effect.Ended ended) {
      audit.ended(ended.ticket(), ended.delivery());
      if (!ended.delivery().isAcceptedAnywhere()) {
        crash.reached(CrashPoint.Moment.REPORTS_A_FAILURE);
      }
    } else if (effect instanceof Effect.Rejected rejected && numbers != null) {
      world.ground().score().count("own number rejected " + rejected.kind());
      open.remove(rejected.ticket());
      numbers.failed(rejected.ticket(), false);
    } else if (effect instanceof Effect.AbandonAnswered answer && numbers != null) {
      boolean isAbandoned = answer.refusal().isEmpty();
      world.ground().score().count(isAbandoned ? "own number abandoned" : "abandoning refused");
      numbers.abandoned(answer.ticket(), isAbandoned);
    } else if (effect instanceof Effect.BreakerMoved moved) {
      world.ground().score().count("breaker " + moved.state());
    }
  }

  /** Whether a region refuses a single message for what it is. */
  private static boolean isLastWord(Event event, SentBatch sent) {
    return sent.copies().size() == 1
        && event instanceof Event.Refused refusal
        && refusal.kind() == RefusalKind.MESSAGE;
  }

  private static boolean isHeldBack(DeliveryStatus delivery) {
    return delivery.failures().values().stream()
        .allMatch(failure -> failure.reason() == GiveUpReason.HELD_BACK);
  }

  /** What the journal is to write or read. */
  private void ask(SimulatedJournal journal, Effect effect) {
    Chance chance = world.ground().chance();
    if (effect instanceof Effect.Recall recall) {
      world.ground().score().count("journal read for a region behind");
      world
          .ground()
          .timeline()
          .after(chance.millis(1, 20), () -> hand(() -> on(journal.read(recall, MOST_READ))));
    } else if (journal.take(effect)) {
      world.wiring().hearsEarly(effect, journal.hasWaitingMessage()).ifPresent(this::hearSoon);
      if (!writing) {
        write(journal);
      }
    }
  }

  private void hearSoon(Event event) {
    world.ground().timeline().after(Duration.ZERO, () -> hand(() -> on(event)));
  }

  /** One write after the other, each with all that waits. */
  private void write(SimulatedJournal journal) {
    writing = true;
    crash.reached(CrashPoint.Moment.WRITES);
    world
        .ground()
        .timeline()
        .after(
            journal.disk(world.ground().chance()),
            () ->
                hand(
                    () -> {
                      writing = false;
                      journal.write().forEach(this::on);
                      if (journal.hasWaiting() && !writing) {
                        write(journal);
                      }
                    }));
  }

  private void send(Effect.SendBatch batch) {
    List<SentCopy> copies = new ArrayList<>();
    for (WireMessage wire : world.wiring().sends(name, batch.messages())) {
      SentMessage message = audit.sends(ticket(wire), wire, copies);
      Duration visibleAt =
          wire.scheduledAt() == null
              ? Duration.ZERO
              : Duration.between(ProcessClock.START, wire.scheduledAt());
      copies.add(new SentCopy(message, wire.headers(), visibleAt));
    }
    SentBatch sent = new SentBatch(batch.batch(), copies);
    audit.sends(sent);
    world.ground().trace().say(name, () -> "sends " + Words.batch(sent));
    world
        .broker(batch.batch().region())
        .intake()
        .send(
            this,
            sent,
            event -> {
              world.ground().trace().say(name, () -> "hears " + event);
              audit.answered(sent, event);
              if (isLastWord(event, sent)) {
                crash.reached(CrashPoint.Moment.HEARS_A_REFUSAL);
              }
              on(world.wiring().hears(event));
            });
  }

  private static long ticket(WireMessage wire) {
    return Long.parseLong(wire.message().id().value());
  }
}
