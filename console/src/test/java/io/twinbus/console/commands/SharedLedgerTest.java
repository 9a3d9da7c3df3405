package io.twinbus.console.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.protocol.settings.FlatSettings;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SharedLedgerTest {

  private static final Duration BOUND = Duration.ofSeconds(30);

  @Test
  void whatItHasCostIsToldWhileALedgerIsBeingOpened() throws Exception {
    CountDownLatch opening = new CountDownLatch(1);
    CountDownLatch enough = new CountDownLatch(1);
    SharedLedger ledger =
        new SharedLedger(
            settings -> {
              opening.countDown();
              await().atMost(BOUND).until(() -> enough.getCount() == 0);
              throw new IllegalStateException("The ledger does not open.");
            });
    CompletableFuture<Void> opened =
        CompletableFuture.runAsync(() -> ledger.open(FlatSettings.of(Map.of())));
    opening.await();

    CompletableFuture<Double> cost = CompletableFuture.supplyAsync(ledger::cost);

    await().atMost(BOUND).until(cost::isDone);
    assertThat(cost.join()).isZero();
    assertThat(opened).isNotDone();
    enough.countDown();
    await().atMost(BOUND).until(opened::isDone);
  }
}
