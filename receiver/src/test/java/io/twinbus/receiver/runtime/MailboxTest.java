package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MailboxTest {

  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private final List<Integer> read = new ArrayList<>();

  @Test
  void moreThanATurnTakesIsReadInOrderInTheNextOnes() {
    Mailbox<Integer> mailbox = new Mailbox<>(tasks::add, read::addAll);
    List<Integer> many = IntStream.range(0, 100).boxed().toList();

    many.forEach(mailbox::post);

    assertThat(tasks).as("one task at a time").hasSize(1);
    tasks.remove().run();
    assertThat(read).as("others have their turn").hasSizeLessThan(100);
    runAll();
    assertThat(read).isEqualTo(many);
  }

  /** Whether the last turn is full, or has but one. */
  @Test
  void whateverTheirNumberNoneIsLeftBehind() {
    for (int many = 1; many <= 70; many++) {
      read.clear();
      Mailbox<Integer> mailbox = new Mailbox<>(tasks::add, read::addAll);
      List<Integer> all = IntStream.range(0, many).boxed().toList();

      all.forEach(mailbox::post);
      runAll();

      assertThat(read).isEqualTo(all);
    }
  }

  @Test
  void whatTheReaderPostsIsReadAfterItAndNotWithinIt() {
    List<String> steps = new ArrayList<>();
    List<Mailbox<Integer>> self = new ArrayList<>();
    Mailbox<Integer> mailbox =
        new Mailbox<>(
            Runnable::run,
            numbers -> {
              steps.add("begins " + numbers);
              if (numbers.contains(1)) {
                self.get(0).post(2);
              }
              steps.add("ends " + numbers);
            });
    self.add(mailbox);

    mailbox.post(1);
    mailbox.post(3);

    assertThat(steps)
        .containsExactly(
            "begins [1]", "ends [1]", "begins [2]", "ends [2]", "begins [3]", "ends [3]");
  }

  /** Then threads of the broker's and the ledger's clients post, and must not meet an exception. */
  @Test
  void whatComesAfterItsThreadsHaveEndedIsDroppedWithoutAWord() {
    ExecutorService ended = Executors.newSingleThreadExecutor();
    ended.shutdownNow();
    Mailbox<Integer> mailbox = new Mailbox<>(ended, read::addAll);

    mailbox.post(1);
    mailbox.post(2);

    assertThat(read).isEmpty();
  }

  private void runAll() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }
}
