package io.twinbus.simulation;

import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.Problem;
import io.twinbus.sender.pipeline.RefusalKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where one region takes batches from producers: whole or not at all. What a producer hears of it
 * is true, or nothing; what it hears nothing of may be taken before, later, or never.
 */
final class Intake {

  private static final Problem BUSY = problem("the region is busy");
  private static final Problem NOT_SENT = problem("there is no link to the region");
  private static final Problem DISABLED = problem("the entity is disabled");
  private static final Problem NOT_WANTED = problem("the region refuses the message");
  private static final Problem NO_ANSWER = problem("no answer came in time");

  private enum Fate {
    ARRIVES,
    IS_SLOW,
    IS_REFUSED,
    REQUEST_LOST,
    REPLY_LOST,
    LANDS_LATE
  }

  private final SimulatedBroker broker;
  private final Ground ground;
  private SendingWeather weather = SendingWeather.CALM;
  private boolean disabled;
  private Duration troubledAt = Duration.ofDays(-1);

  Intake(SimulatedBroker broker, Ground ground) {
    this.broker = broker;
    this.ground = ground;
  }

  void weather(SendingWeather next) {
    weather = next;
  }

  /** While the entity is disabled it refuses every batch. */
  void disable(boolean off) {
    disabled = off;
  }

  /** When a batch last went wrong for no fault of its messages. */
  Duration troubledAt() {
    return troubledAt;
  }

  /** Takes a batch to the region; {@code reply} hears of it once, if its process lives then. */
  void send(Actor from, SentBatch batch, Consumer<Event> reply) {
    Chance chance = ground.chance();
    Fate fate = fate();
    ground.score().count("batch " + fate);
    if (fate != Fate.ARRIVES) {
      troubled();
    }
    switch (fate) {
      case ARRIVES -> arrive(chance.millis(1, 12), from, batch, reply);
      case IS_SLOW -> arrive(chance.millis(100, 3_000), from, batch, reply);
      case IS_REFUSED ->
          answer(
              chance.millis(2, 500),
              from,
              reply,
              new Event.Refused(batch.id(), RefusalKind.TRANSIENT, BUSY, false));
      case REQUEST_LOST -> answer(chance.millis(500, 4_000), from, reply, unanswered(batch));
      case REPLY_LOST -> {
        ground.timeline().after(chance.millis(1, 12), () -> take(batch));
        answer(chance.millis(500, 4_000), from, reply, unanswered(batch));
      }
      case LANDS_LATE -> {
        answer(chance.millis(5, 2_000), from, reply, unanswered(batch));
        ground.timeline().after(chance.millis(1_000, 20_000), () -> take(batch));
      }
    }
  }

  private void arrive(Duration way, Actor from, SentBatch batch, Consumer<Event> reply) {
    ground
        .timeline()
        .after(way, () -> answer(ground.chance().millis(1, 12), from, reply, take(batch)));
  }

  /** The batch is there: what the region says of it. */
  private Event take(SentBatch batch) {
    if (broker.isDown()) {
      troubled();
      return ground.chance().percent(50)
          ? new Event.Refused(batch.id(), RefusalKind.TRANSIENT, NOT_SENT, false)
          : unanswered(batch);
    }
    if (disabled) {
      troubled();
      return new Event.Refused(batch.id(), RefusalKind.ENTITY, DISABLED, false);
    }
    if (batch.copies().stream().anyMatch(copy -> isRefused(copy.message()))) {
      return new Event.Refused(batch.id(), RefusalKind.MESSAGE, NOT_WANTED, false);
    }
    batch.copies().forEach(this::keep);
    List<SentMessage> muddled =
        batch.copies().stream().map(SentCopy::message).filter(this::isMuddled).toList();
    if (!muddled.isEmpty()) {
      troubled();
      muddled.forEach(message -> message.muddledIn.add(broker.region()));
      return unanswered(batch);
    }
    return new Event.Accepted(batch.id());
  }

  private void keep(SentCopy copy) {
    SentMessage message = copy.message();
    message.takenBy.add(broker.region());
    Treatment treatment = message.in(broker.region());
    ground.score().count("copy " + treatment);
    if (treatment == Treatment.LOST) {
      ground.trace().say(broker.region().value(), () -> "takes " + copy + ", and loses it");
      return;
    }
    Duration late =
        treatment == Treatment.DELAYED ? ground.chance().millis(3_000, 60_000) : Duration.ZERO;
    Duration now = ground.timeline().now();
    boolean isDelayed = copy.visibleAt().compareTo(now) > 0;
    Duration due = isDelayed ? copy.visibleAt().plus(ground.chance().millis(1, 400)) : now;
    message.copies++;
    broker.schedule(copy, due.plus(late));
  }

  private boolean isRefused(SentMessage message) {
    return message.in(broker.region()) == Treatment.REFUSED
        || message.muddledIn.contains(broker.region());
  }

  private boolean isMuddled(SentMessage message) {
    return message.in(broker.region()) == Treatment.MUDDLED;
  }

  private void troubled() {
    troubledAt = ground.timeline().now();
  }

  private void answer(Duration way, Actor from, Consumer<Event> reply, Event event) {
    ground.timeline().after(way, () -> from.hand(() -> reply.accept(event)));
  }

  private static Event unanswered(SentBatch batch) {
    return new Event.Unanswered(batch.id(), NO_ANSWER);
  }

  private static Problem problem(String what) {
    return new Problem(Optional.empty(), what);
  }

  private Fate fate() {
    double dice = ground.chance().real(0, 100);
    if ((dice -= weather.refused()) < 0) {
      return Fate.IS_REFUSED;
    }
    if ((dice -= weather.lostRequest()) < 0) {
      return Fate.REQUEST_LOST;
    }
    if ((dice -= weather.lostReply()) < 0) {
      return Fate.REPLY_LOST;
    }
    if ((dice -= weather.landsLate()) < 0) {
      return Fate.LANDS_LATE;
    }
    return dice < weather.slow() ? Fate.IS_SLOW : Fate.ARRIVES;
  }
}
