package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.local.LocalStack;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** More sessions at a time than two connections of the SDK carry: all move, on as many threads. */
@Tag("long")
@Isolated("it looks at the threads of this JVM")
class ManySessionsTest {

  private static final Duration BOUND = Duration.ofMinutes(2);
  private static final int FEW = 100;
  private static final int MANY = 600;

  /** Four more connections bring their reactors, and no session brings a thread. */
  private static final int MORE_THREADS = 60;

  /**
   * Parts of the names of threads that are not counted: those of the SDKs' elastic pools. Each pool
   * has a bound of its own, and how far it fills depends on how slow the machine is.
   */
  private static final List<String> ELASTIC = List.of("elastic", "receiverpump");

  private final Calls calls = new Calls();

  @Test
  void sixHundredSessionsAreActiveAtOnceAndAllMove() throws Exception {
    try (LocalStack stack = LocalStack.builder().start();
        TestRegion east =
            new TestRegion(stack, "east", calls::hold, (who, fact) -> {}, options())) {
      send(stack, 0, FEW);
      await().atMost(BOUND).until(() -> calls.running() == FEW);
      Map<String, Long> threadsOfFew = threads();

      send(stack, FEW, MANY);
      await().atMost(BOUND).until(() -> calls.running() == MANY);
      Map<String, Long> threadsOfMany = threads();
      assertThat(east.receiver().status().load().sessions()).isEqualTo(MANY);
      calls.letAllEnd();
      await().atMost(BOUND).until(() -> calls.ended() == 2 * MANY);
      await().atMost(BOUND).until(() -> stack.region("east").counts().get(0).unsettled() == 0);

      System.out.printf(
          "Threads: %d with %d sessions active at once, %d with %d%n",
          sum(threadsOfFew), FEW, sum(threadsOfMany), MANY);
      assertThat(sum(threadsOfMany) - sum(threadsOfFew))
          .as("threads with %d sessions: %s; with %d: %s", FEW, threadsOfFew, MANY, threadsOfMany)
          .isLessThan(MORE_THREADS);
      assertThat(east.receiver().status().load().handlerCalls()).isEqualTo(2L * MANY);
    }
  }

  /** How many there are of each name, numbers aside. */
  private static Map<String, Long> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> ELASTIC.stream().noneMatch(name.toLowerCase(Locale.ROOT)::contains))
        .collect(
            Collectors.groupingBy(
                name -> name.replaceAll("[0-9]+", "*"), TreeMap::new, Collectors.counting()));
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private static void send(LocalStack stack, int from, int to) {
    List<ServiceBusMessage> messages = new ArrayList<>();
    for (int n = from; n < to; n++) {
      messages.addAll(Sent.messages("s" + n, 2, "east"));
    }
    Sent.send(stack.connectionString("east"), messages);
  }

  private static ReceiverOptions options() {
    return new ReceiverOptions(
        FlowSettings.ofDefaults(),
        new LeaseTimes(Duration.ofSeconds(2), Duration.ofMinutes(1), Duration.ofSeconds(2)),
        ReceiverOptions.Limits.ofSessions(1_000),
        Duration.ofSeconds(5));
  }

  /** Handler calls that end when they are told to. */
  private static final class Calls {

    private final ConcurrentLinkedQueue<CompletableFuture<HandlerOutcome>> open =
        new ConcurrentLinkedQueue<>();
    private volatile boolean free;

    CompletionStage<HandlerOutcome> hold(Message message, Invocation invocation) {
      CompletableFuture<HandlerOutcome> call = new CompletableFuture<>();
      open.add(call);
      if (free) {
        call.complete(new HandlerOutcome.Completed());
      }
      return call;
    }

    long running() {
      return open.stream().filter(call -> !call.isDone()).count();
    }

    long ended() {
      return open.stream().filter(CompletableFuture::isDone).count();
    }

    void letAllEnd() {
      free = true;
      open.forEach(call -> call.complete(new HandlerOutcome.Completed()));
    }
  }
}
