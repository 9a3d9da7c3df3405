package io.twinbus.sender.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class InFlightWindowTest {

  private static final Duration BOUND = Duration.ofSeconds(60);

  private final InFlightWindow window = new InFlightWindow(3, 1_000);

  @Test
  void takes_as_many_bytes_as_it_may_and_none_more() {
    assertThat(enter(600)).isEqualTo(InFlightWindow.Admission.GRANTED);
    assertThat(enter(401)).isEqualTo(InFlightWindow.Admission.FULL);
    assertThat(enter(400)).isEqualTo(InFlightWindow.Admission.GRANTED);
    assertThat(enter(1)).isEqualTo(InFlightWindow.Admission.FULL);

    window.leave(1, 600);

    assertThat(enter(600)).isEqualTo(InFlightWindow.Admission.GRANTED);
    assertThat(window.messages()).isEqualTo(2);
    assertThat(window.bytes()).isEqualTo(1_000);
  }

  @Test
  void takes_as_many_messages_as_it_may_and_none_more() {
    for (int i = 0; i < 3; i++) {
      assertThat(enter(1)).isEqualTo(InFlightWindow.Admission.GRANTED);
    }

    assertThat(enter(1)).isEqualTo(InFlightWindow.Admission.FULL);
  }

  @Test
  void takes_a_message_that_is_larger_than_itself_alone() {
    assertThat(enter(5_000)).isEqualTo(InFlightWindow.Admission.GRANTED);
    assertThat(enter(1)).isEqualTo(InFlightWindow.Admission.FULL);
  }

  @Test
  void refuses_who_waits_when_it_is_closed() {
    assertThat(enter(1_000)).isEqualTo(InFlightWindow.Admission.GRANTED);
    CompletableFuture<InFlightWindow.Admission> answer = waiting();

    window.close();

    assertThat(answer).succeedsWithin(BOUND).isEqualTo(InFlightWindow.Admission.CLOSED);
    assertThat(enter(0)).isEqualTo(InFlightWindow.Admission.CLOSED);
  }

  /** A round of receipts frees the room of several messages at once. */
  @Test
  void all_who_wait_go_on_when_there_is_room_for_all() {
    assertThat(enter(500)).isEqualTo(InFlightWindow.Admission.GRANTED);
    assertThat(enter(500)).isEqualTo(InFlightWindow.Admission.GRANTED);
    CompletableFuture<InFlightWindow.Admission> first = waiting();
    CompletableFuture<InFlightWindow.Admission> second = waiting();

    window.leave(2, 1_000);

    assertThat(first).succeedsWithin(BOUND).isEqualTo(InFlightWindow.Admission.GRANTED);
    assertThat(second).succeedsWithin(BOUND).isEqualTo(InFlightWindow.Admission.GRANTED);
  }

  /** A message that a thread of its own waits with. */
  private CompletableFuture<InFlightWindow.Admission> waiting() {
    CompletableFuture<InFlightWindow.Admission> answer = new CompletableFuture<>();
    Thread waiting = new Thread(() -> answer.complete(window.enter(1, Duration.ofHours(1))));
    waiting.setDaemon(true);
    waiting.start();
    await().atMost(BOUND).until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
    return answer;
  }

  private InFlightWindow.Admission enter(int size) {
    return window.enter(size, Duration.ZERO);
  }
}
