package io.twinbus.testkit.simulation;

import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.OutboundMessage;
import io.twinbus.sender.SenderSettings;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.Lanes;
import io.twinbus.sender.pipeline.Topology;
import io.twinbus.sender.pipeline.WireMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A producer process: an application that submits messages, and the real sender's lanes, whose
 * batches go to the simulated regions.
 *
 * <p>When it is killed what is on its way may arrive all the same; its next incarnation knows
 * nothing of it, and begins new streams.
 */
final class Producer implements Actor {

  private final World world;
  private final String name;
  private final ProcessClock clock;
  private final Lanes lanes;
  private final SenderAudit audit;
  private final Map<Long, Submission> open = new TreeMap<>();
  private long tickets;
  private long wakes;
  private int streams;
  private boolean dead;

  Producer(World world, String name, Topology topology, SenderSettings settings) {
    this.world = world;
    this.name = name;
    this.clock = new ProcessClock(world.ground().timeline(), world.ground().chance());
    this.lanes = new Lanes(topology, settings, () -> new StreamId(name + ++streams));
    this.audit = new SenderAudit(world, name);
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
    return dead || (lanes.isIdle() && open.isEmpty());
  }

  /** The application submits a message. */
  void submit(Submission submission) {
    long ticket = ++tickets;
    open.put(ticket, submission);
    audit.submitted(ticket, submission);
    OutboundMessage.Builder message =
        OutboundMessage.of(submission.session().value(), String.valueOf(ticket)).body("");
    Duration life = submission.life();
    if (life != null) {
      message.timeToLive(life);
    }
    on(new Event.Offered(ticket, message.build()));
  }

  /** As by kill -9. */
  void kill() {
    world.ground().trace().say(name, () -> "is killed, with " + open.size() + " unanswered");
    dead = true;
    audit.died();
  }

  private void on(Event event) {
    Now now = clock.now();
    List<Effect> effects = lanes.on(event, now);
    effects.forEach(this::tell);
    for (Effect effect : effects) {
      if (effect instanceof Effect.SendBatch batch) {
        send(batch);
      }
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
    if (effect instanceof Effect.Acknowledged acknowledged) {
      open.remove(acknowledged.ticket());
      audit.acknowledged(acknowledged.ticket(), acknowledged.delivery());
    } else if (effect instanceof Effect.Failed failed) {
      open.remove(failed.ticket());
      audit.failed(failed.ticket(), failed.delivery());
    } else if (effect instanceof Effect.Ended ended) {
      audit.ended(ended.ticket(), ended.delivery());
    } else if (effect instanceof Effect.BreakerMoved moved) {
      world.ground().score().count("breaker " + moved.state());
    }
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
              on(event);
            });
  }

  private static long ticket(WireMessage wire) {
    return Long.parseLong(wire.message().id().value());
  }
}
