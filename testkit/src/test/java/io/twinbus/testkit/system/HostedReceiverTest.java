package io.twinbus.testkit.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.local.LocalStack;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.region.RegionReceiver;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A receiver that an application in plain Java builds and hosts. */
class HostedReceiverTest {

  private final FlatSettings application =
      LocalSettings.withPace(
          FlatSettings.of(Map.of("twinbus.queue", "parcels", "twinbus.home", "east")));
  private LocalStack stack;
  private Sender sender;

  @BeforeEach
  void start() {
    stack = LocalSettings.start(application);
    sender = Sender.builder(LocalSettings.of(application, stack)).build();
  }

  @AfterEach
  void stop() throws Exception {
    sender.close();
    stack.close();
  }

  @Test
  void codeThatBlocksRunsOnThreadsOfTheReceiverAndWhatItThrowsIsRetried() throws Exception {
    List<String> calls = new CopyOnWriteArrayList<>();
    List<Thread> threads = new CopyOnWriteArrayList<>();
    List<String> facts = new CopyOnWriteArrayList<>();
    CountDownLatch done = new CountDownLatch(1);
    try (RegionReceiver receiver =
        RegionReceiver.builder(east())
            .blockingHandler(
                (message, call) -> {
                  threads.add(Thread.currentThread());
                  calls.add(message.id() + " attempt " + call.attempt());
                  if (call.attempt() == 1) {
                    throw new java.io.IOException("no room");
                  }
                  done.countDown();
                  return new HandlerOutcome.Completed();
                })
            .facts((who, fact) -> facts.add(fact.getClass().getSimpleName()))
            .start()) {
      assertThat(receiver.awaitReady()).isNotNull();
      send();
      assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    }

    assertThat(calls).containsExactly("scan-1 attempt 1", "scan-1 attempt 2");
    assertThat(facts).contains("AttemptFailed", "Ended");
    for (Thread thread : threads) {
      assertThat(thread.getName()).isEqualTo("handler");
      thread.join(TimeUnit.SECONDS.toMillis(60));
      assertThat(thread.isAlive()).as("after the receiver was closed").isFalse();
    }
  }

  @Test
  void anExecutorOfTheApplicationRunsTheCallsAndIsNotClosed() throws Exception {
    ExecutorService own = Executors.newSingleThreadExecutor(task -> new Thread(task, "own"));
    CompletableFuture<String> thread = new CompletableFuture<>();
    try (RegionReceiver receiver =
        RegionReceiver.builder(east())
            .blockingHandler(
                (message, call) -> {
                  thread.complete(Thread.currentThread().getName());
                  return new HandlerOutcome.Completed();
                })
            .executor(own)
            .start()) {
      assertThat(receiver.awaitReady()).isNotNull();
      send();
      assertThat(thread.get(60, TimeUnit.SECONDS)).isEqualTo("own");
    }
    assertThat(own.isShutdown()).isFalse();
    own.shutdown();
  }

  @Test
  void mistakesAreSentences() {
    assertThatThrownBy(() -> RegionReceiver.builder(east()).start())
        .hasMessageStartingWith("The receiver has no handler");
    assertThatThrownBy(
            () -> RegionReceiver.builder(east().with(Map.of("twinbus.receiver.max-sesions", "3"))))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("twinbus.receiver.max-sesions is no setting");
  }

  private FlatSettings east() {
    return LocalSettings.of(application, stack, "east");
  }

  private void send() throws InterruptedException {
    assertThat(sender.sendAndWait(OutboundMessage.of("p1", "scan-1").body("Lyon").build()))
        .isNotNull();
  }
}
