package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.health.HandlerReport;
import io.twinbus.receiver.runtime.Receiver;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A session that comes again while the link of its last worker is still being closed. */
class SuccessorsTest {

  /**
   * Longer than no call may end well before a handler is away that enough sessions speak against.
   */
  private static final Duration QUIET = Duration.ofMillis(5_500);

  @AutoClose private final ReceiverDriver driver = new ReceiverDriver();
  private final MemoryBroker broker = driver.broker;
  private final Map<String, Long> firstFailed = new ConcurrentHashMap<>();
  private final Map<String, Long> lastFailed = new ConcurrentHashMap<>();

  /**
   * Two sessions of three that have work do not make a handler away; of two they would. The third
   * is the one with a call in hand, which began before the end of its last worker was told.
   */
  @Test
  void theEndOfTheOldWorkerTakesNothingFromTheNew() {
    CompletableFuture<Void> closed = broker.holdNextClose();
    broker.send("c", 1);
    Receiver receiver = driver.withLinger(Duration.ofMillis(100)).start(this::answer);
    await().until(() -> driver.handled.contains("c1") && broker.open() == 0);
    broker.send("c", 2);
    await().until(() -> driver.pending.size() == 1);

    closed.complete(null);
    broker.send("a", 1);
    broker.send("b", 1);

    await().until(() -> haveFailedFor(QUIET, "a") && haveFailedFor(QUIET, "b"));
    assertThat(receiver.status().handler().state()).isEqualTo(HandlerReport.State.DOUBTFUL);
  }

  private boolean haveFailedFor(Duration time, String session) {
    Long first = firstFailed.get(session);
    Long last = lastFailed.get(session);
    return first != null && last != null && last - first > time.toNanos();
  }

  /** The first message of c ends well, its second one when the test ends; others fail. */
  private CompletableFuture<HandlerOutcome> answer(Message message, Invocation invocation) {
    String session = message.session().value();
    if (session.equals("c")) {
      return message.id().value().equals("c1")
          ? driver.complete(message, invocation)
          : driver.wait(message, invocation);
    }
    long now = System.nanoTime();
    firstFailed.putIfAbsent(session, now);
    lastFailed.put(session, now);
    return CompletableFuture.completedFuture(
        new HandlerOutcome.Retry("it failed", Optional.of(Duration.ofMillis(100))));
  }
}
