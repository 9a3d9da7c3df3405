package io.twinbus.console.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How many commands run at a time, how many wait, and that one more is refused. */
class CommandThreadsTest {

  @AutoClose private final CommandThreads threads = new CommandThreads("test-command", 2, 1);
  private final CountDownLatch running = new CountDownLatch(2);
  private final CountDownLatch end = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(3);

  @Test
  void whatIsMoreThanMayWaitIsRefusedUntilOneHasEnded() throws InterruptedException {
    assertThat(threads.run(this::command)).isTrue();
    assertThat(threads.run(this::command)).isTrue();
    assertThat(running.await(30, TimeUnit.SECONDS)).as("two run at a time").isTrue();

    assertThat(threads.run(this::command)).as("one waits").isTrue();
    assertThat(threads.run(this::command)).as("one more is refused").isFalse();

    end.countDown();
    assertThat(ended.await(30, TimeUnit.SECONDS)).as("the one that waited has run").isTrue();
  }

  @Test
  void closedTheyInterruptWhatRunsAndTakeNoMore() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    threads.run(
        () -> {
          begun.countDown();
          try {
            end.await();
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
        });
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

    threads.close();

    assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(threads.run(this::command)).isFalse();
  }

  private void command() {
    running.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ended.countDown();
  }
}
