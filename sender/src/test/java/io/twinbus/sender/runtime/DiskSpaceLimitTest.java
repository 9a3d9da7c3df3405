package io.twinbus.sender.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class DiskSpaceLimitTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final long LIMIT = 1_600 - 100 - 500;

  private final DiskSpaceLimit room = new DiskSpaceLimit(1_600, 500, LIMIT);
  private final FutureTask<Boolean> waiting = waiting();
  private final FutureTask<Boolean> alsoWaiting = waiting();

  private FutureTask<Boolean> waiting() {
    FutureTask<Boolean> task = new FutureTask<>(() -> room.await(Duration.ofHours(1)));
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    await().atMost(BOUND).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    return task;
  }

  @Test
  void who_waits_goes_on_when_there_is_room() {
    assertThat(room.bound()).isEqualTo(LIMIT);

    room.grew(-1);

    assertThat(waiting).succeedsWithin(BOUND).isEqualTo(true);
    assertThat(alsoWaiting).succeedsWithin(BOUND).isEqualTo(true);
  }

  @Test
  void who_waits_goes_on_when_it_is_closed() {
    room.close();

    assertThat(waiting).succeedsWithin(BOUND).isEqualTo(true);
    assertThat(alsoWaiting).succeedsWithin(BOUND).isEqualTo(true);
  }
}
