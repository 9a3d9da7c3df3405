package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.receiver.handler.HandlerThreads;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The threads of handlers that block. */
class HandlerThreadsTest {

  private static final long BOUND_SECONDS = 30;

  @AutoClose("shutdownNow")
  private final ThreadPoolExecutor threads = (ThreadPoolExecutor) HandlerThreads.create();

  private final CountDownLatch end = new CountDownLatch(1);

  @Test
  void asManyCallsRunAsThereAreThreadsAndTheNextOneWaitsItsTurn() throws Exception {
    CountDownLatch begun = new CountDownLatch(HandlerThreads.MOST);
    for (int call = 0; call < HandlerThreads.MOST; call++) {
      var unused = threads.submit(() -> block(begun));
    }
    assertThat(begun.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();

    Future<Boolean> next = threads.submit(() -> block(begun));

    assertThat(threads.getPoolSize()).isEqualTo(HandlerThreads.MOST);
    assertThat(threads.getQueue()).hasSize(1);
    end.countDown();
    assertThat(next.get(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void theyKeepNoProcessAliveAndEndWhenTheyIdleForAMinute() throws Exception {
    boolean isDaemon =
        threads
            .submit(() -> Thread.currentThread().isDaemon())
            .get(BOUND_SECONDS, TimeUnit.SECONDS);

    assertThat(isDaemon).isTrue();
    assertThat(threads.allowsCoreThreadTimeOut()).isTrue();
    assertThat(threads.getKeepAliveTime(TimeUnit.SECONDS)).isEqualTo(60);
  }

  private boolean block(CountDownLatch begun) throws InterruptedException {
    begun.countDown();
    return end.await(BOUND_SECONDS, TimeUnit.SECONDS);
  }
}
