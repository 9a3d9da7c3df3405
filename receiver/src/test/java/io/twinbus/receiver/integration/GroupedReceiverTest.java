package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.local.LocalStack;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A long session in groups, over the real SDKs. */
class GroupedReceiverTest {

  private static final int MESSAGES = 1_000;
  private static final Duration BOUND = Duration.ofMinutes(2);

  private final Applied applied = new Applied();

  /** Keeps the number of messages that the session has had. */
  private final SessionHandler counting =
      new SessionHandler() {
        @Override
        public CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
          long before = invocation.state().map(state -> Long.parseLong(state.utf8())).orElse(0L);
          Body next = Body.ofUtf8(Long.toString(before + 1));
          return applied
              .handle(message, invocation)
              .thenApply(done -> HandlerOutcome.Completed.withState(next));
        }
      };

  @Test
  void aLongSessionTakesFewLedgerWritesAndItsStateCountsEachMessageOnce() throws Exception {
    try (LocalStack stack = LocalStack.builder().start()) {
      Sent.send(stack.connectionString("east"), Sent.messages("a", MESSAGES, "east"));
      FlowSettings.Commit inGroups = new FlowSettings.Commit(64, 256 * 1024);
      try (TestRegion east = new TestRegion(stack, "east", counting, (who, fact) -> {}, inGroups)) {
        await().atMost(BOUND).until(() -> stack.region("east").counts().get(0).unsettled() == 0);
        assertThat(east.sessionWrites()).isLessThan(MESSAGES / 10);
      }

      assertThat(applied.of("a")).isEqualTo(oneTo(MESSAGES));
      assertThat(record(stack).state()).contains(Body.ofUtf8(Integer.toString(MESSAGES)));
    }
  }

  private static SessionRecord record(LocalStack stack) throws Exception {
    try (CosmosLedger ledger = TestRegion.openLedger(stack)) {
      ReadOutcome<SessionRecord> outcome =
          ledger
              .sessions()
              .read(new SessionId("a"))
              .toCompletableFuture()
              .get(60, TimeUnit.SECONDS);
      return ((ReadOutcome.Found<SessionRecord>) outcome).record();
    }
  }

  private static List<Long> oneTo(int last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }
}
