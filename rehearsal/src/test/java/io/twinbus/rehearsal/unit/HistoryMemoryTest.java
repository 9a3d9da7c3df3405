package io.twinbus.rehearsal.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.MessageSource;
import io.twinbus.rehearsal.verify.HistoryFiles;
import io.twinbus.testkit.history.HistoryChecker;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What judging a history keeps in memory. */
class HistoryMemoryTest {

  private static final int MESSAGES = 200;
  private static final int BODY = 100_000;

  @Test
  void noBodyOfWhatWasSentIsKept() {
    List<WeakReference<String>> bodies = new ArrayList<>();
    HistoryChecker checker = new HistoryChecker(repeat -> {});

    try {
      assertThat(HistoryFiles.sent(source(bodies), checker)).isEqualTo(MESSAGES);

      assertThat(bodies).hasSize(MESSAGES);
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                System.gc();
                return bodies.stream().allMatch(body -> body.refersTo(null));
              });
    } finally {
      Reference.reachabilityFence(checker);
    }
  }

  private static MessageSource source(List<WeakReference<String>> bodies) {
    return new MessageSource() {
      @Override
      public @Nullable InputMessage next() {
        if (bodies.size() == MESSAGES) {
          return null;
        }
        int number = bodies.size() + 1;
        String body = "x".repeat(BODY) + number;
        bodies.add(new WeakReference<>(body));
        return new InputMessage(
            new SessionId("s-" + number % 7), new MessageId("m-" + number), body, number);
      }

      @Override
      public void close() {}
    };
  }
}
