package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.runtime.Receiver;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.runtime.ReceiverPlatform;
import io.twinbus.receiver.runtime.ReceiverQueue;
import io.twinbus.receiver.runtime.ReceiverSide;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.worker.SessionWorker;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Thirty queues at two hundred places, in ticked time: one is flooded over four hundred sessions,
 * each of the others has four sessions, with a message every two seconds.
 */
class FloodBesideCalmQueuesTest {

  private static final int PLACES = 200;
  private static final int CALM = 29;
  private static final int SESSIONS = 4;
  private static final int FLOODED_SESSIONS = 400;
  private static final int OF_THE_FLOOD = PLACES - CALM * (SESSIONS + 1);
  private static final int CHANGING = 30;
  private static final long LONGEST_DELAY = 75;
  private static final int FEW = 11;
  private static final int FLOOD = 3_000;
  private static final Duration AZURE_WRITE = Duration.ofMillis(145);
  private static final Duration TICK = Duration.ofMillis(1);

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final WaitingBroker flooded = new WaitingBroker(timer);
  private final List<WaitingBroker> calm = new ArrayList<>();

  /** When the newest message of a calm queue's session was sent, by queue and session. */
  private final Map<String, Long> sentAt = new HashMap<>();

  private final List<Long> delays = new ArrayList<>();
  private long floodHandled;
  private long millis;

  @Test
  void calmQueuesGetTheirPlacesBackAtOnceAndKeepThem() {
    Receiver receiver = start(Duration.ZERO);
    EntityKey key = EntityKey.ofQueue("flooded");
    run(5_000, true, false);
    assertThat(receiver.status(key).load().sessions())
        .as("all places but the first of each other queue, less those that change hands")
        .isBetween(PLACES - CALM - CHANGING, PLACES - CALM);

    run(10_000, true, true);

    assertThat(delays).hasSizeGreaterThan(550).allMatch(delay -> delay <= LONGEST_DELAY);
    assertThat(receiver.status(key).load().sessions())
        .as("no more than the sessions of the others and their waiting accepts leave")
        .isBetween(1, OF_THE_FLOOD);
    int accepts = calm.stream().mapToInt(WaitingBroker::accepts).sum();
    assertThat(accepts)
        .as("each session is accepted once, and hardly one gave its place to the flood")
        .isBetween(CALM * SESSIONS, CALM * SESSIONS + FEW);
    assertThat(floodHandled).as("the flood moves as fast as it comes").isGreaterThan(FLOOD - FEW);
  }

  @Test
  void aCalmQueueKeepsItsSessionsOverPausesThatAreLongerThanTheShortLinger() {
    Receiver receiver = start(AZURE_WRITE);
    run(5_000, true, false);
    run(4_000, true, true);
    int before = calm.stream().mapToInt(WaitingBroker::accepts).sum();

    for (int pause = 0; pause < 3; pause++) {
      run(4_000, true, false);
      run(4_000, true, true);
    }

    assertThat(calm.stream().mapToInt(WaitingBroker::accepts).sum() - before).isLessThan(FEW);
    assertThat(receiver.status().load().sessions()).isLessThanOrEqualTo(PLACES);
  }

  /** So many milliseconds, with a message of the flood every 5 ms and of the others every 17 ms. */
  private void run(int time, boolean isFlooded, boolean isCalm) {
    for (long end = millis + time; millis < end; millis++) {
      if (isFlooded && millis % 5 == 0) {
        flooded.send("f" + (millis / 5) % FLOODED_SESSIONS);
      }
      if (isCalm && millis % 17 == 0) {
        long number = millis / 17;
        int queue = (int) (number % CALM);
        String session = "s" + number / CALM % SESSIONS;
        sentAt.put(queue + session, millis);
        calm.get(queue).send(session);
      }
      timer.pass(TICK);
    }
  }

  private Receiver start(Duration write) {
    ReceiverOptions defaults = ReceiverOptions.ofDefaults();
    ReceiverOptions options =
        new ReceiverOptions(
            defaults.flow(),
            defaults.lease(),
            ReceiverOptions.Limits.ofSessions(PLACES),
            Duration.ofSeconds(10));
    List<ReceiverQueue> queues = new ArrayList<>();
    MemoryLedger ledger = new MemoryLedger();
    queues.add(
        queue(
            "flooded",
            flooded,
            new DistantLedger(ledger, timer, write),
            (message, call) -> {
              floodHandled++;
              return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
            },
            options));
    for (int n = 0; n < CALM; n++) {
      int number = n;
      WaitingBroker broker = new WaitingBroker(timer);
      calm.add(broker);
      queues.add(
          queue(
              "calm-" + n,
              broker,
              new DistantLedger(new MemoryLedger(), timer, write),
              (message, call) -> {
                String session = number + message.session().value();
                delays.add(millis - sentAt.getOrDefault(session, 0L));
                return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
              },
              options));
    }
    return Receiver.start(
        ReceiverDriver.EAST,
        ledger.instances(),
        queues,
        options,
        new ReceiverSide(
            (who, fact) -> {},
            new ReceiverPlatform(
                new ReceiverPlatform.Threads(timer, timer, timer),
                timer,
                new Random(1),
                () -> new InstanceId("i"),
                (who, flow, context, at) ->
                    SessionCore.of(new SessionWorker(who, flow, context, at)))));
  }

  private static ReceiverQueue queue(
      String name,
      WaitingBroker broker,
      SessionStore records,
      SessionHandler handler,
      ReceiverOptions options) {
    return new ReceiverQueue(
        EntityKey.ofQueue(name),
        broker,
        new Receiver.Parts.Records(records, new MemoryMessages()),
        handler,
        options.ofQueue());
  }
}
