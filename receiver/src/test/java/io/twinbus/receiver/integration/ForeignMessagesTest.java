package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.local.LocalStack;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.runtime.ReceiverOptions;
import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages of senders that know nothing of Twinbus, through the SDK, in two regions. */
class ForeignMessagesTest {

  private static final Duration BOUND = Duration.ofSeconds(90);
  private static final int SESSIONS = 6;
  private static final int EACH = 8;

  /** Writes down whose messages it was called for. */
  private static final class Handled implements SessionHandler {

    private final List<String> ids = Collections.synchronizedList(new ArrayList<>());

    @Override
    public CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
      ids.add(message.id().value());
      return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
    }

    List<String> of(String session) {
      synchronized (ids) {
        return ids.stream().filter(id -> id.startsWith(session + "-")).toList();
      }
    }

    int count() {
      return ids.size();
    }
  }

  private final Handled handled = new Handled();
  private final List<TestRegion> open = new ArrayList<>();
  private LocalStack stack;

  @BeforeEach
  void start() {
    stack = LocalStack.builder().start();
  }

  @AfterEach
  void stop() {
    open.forEach(TestRegion::close);
    stack.close();
  }

  @ParameterizedTest
  @EnumSource(ClaimScope.class)
  void eachTakesEffectOnceInBothRegionsTogetherAndInTheOrderOfItsSession(ClaimScope claim)
      throws Exception {
    for (int n = 0; n < SESSIONS; n++) {
      send("east", "s" + n, 1, EACH);
      send("west", "s" + n, 1, EACH);
    }

    region("east", claim);
    region("west", claim);

    await().atMost(BOUND).until(() -> unsettled() == 0);
    for (int n = 0; n < SESSIONS; n++) {
      assertThat(handled.of("s" + n)).isEqualTo(ids("s" + n, 1, EACH));
    }
    assertThat(deadLetters()).isZero();
  }

  @ParameterizedTest
  @EnumSource(ClaimScope.class)
  void aCopyThatComesLaterUnderTheSameIdIsDroppedWhereverItComes(ClaimScope claim)
      throws Exception {
    region("east", claim);
    region("west", claim);
    send("east", "a", 1, 3);
    await().atMost(BOUND).until(() -> handled.count() == 3 && unsettled() == 0);

    send("east", "a", 1, 2);
    send("west", "a", 1, 3);
    send("west", "a", 4, 4);

    await().atMost(BOUND).until(() -> unsettled() == 0);
    assertThat(handled.of("a")).isEqualTo(ids("a", 1, 4));
    assertThat(stateOf("a", "a-2")).isEqualTo(EndState.DONE);
    assertThat(hasSessionRecord("a")).isEqualTo(claim == ClaimScope.SESSION);
  }

  @ParameterizedTest
  @EnumSource(ClaimScope.class)
  void withoutAnIdTheCopiesOfTwoRegionsAreTwoMessages(ClaimScope claim) throws Exception {
    for (String region : List.of("east", "west")) {
      ServiceBusMessage nameless = new ServiceBusMessage("no id").setSessionId("a");
      Sent.send(stack.connectionString(region), List.of(nameless));
    }

    region("east", claim);
    region("west", claim);

    await().atMost(BOUND).until(() -> handled.count() == 2 && unsettled() == 0);
    assertThat(handled.ids).doesNotHaveDuplicates();
    assertThat(deadLetters()).isZero();
  }

  @Test
  void theyAndNumberedMessagesShareASession() throws Exception {
    send("east", "a", 11, 12);
    Sent.send(stack.connectionString("east"), Sent.messages("a", 3, "east"));
    send("east", "a", 13, 14);

    region("east", ClaimScope.SESSION);
    region("west", ClaimScope.SESSION);

    await().atMost(BOUND).until(() -> unsettled() == 0);
    assertThat(handled.of("a"))
        .containsExactly("a-11", "a-12", "a-1", "a-2", "a-3", "a-13", "a-14");
  }

  private void region(String name, ClaimScope claim) throws Exception {
    ReceiverOptions options = TestRegion.options(FlowSettings.Commit.EACH);
    FlowSettings flow = options.flow();
    FlowSettings.Records records = new FlowSettings.Records(claim, flow.records().maxEnded());
    open.add(
        new TestRegion(
            stack,
            name,
            handled,
            (who, fact) -> {},
            new ReceiverOptions(
                flow.withRecords(records),
                options.lease(),
                options.limits(),
                options.shutdownGrace())));
  }

  /** Sends numbers {@code from} to {@code to} of a session, without headers. */
  private void send(String region, String session, int from, int to) {
    List<ServiceBusMessage> messages =
        ids(session, from, to).stream()
            .map(id -> new ServiceBusMessage(id).setSessionId(session).setMessageId(id))
            .toList();
    Sent.send(stack.connectionString(region), messages);
  }

  private static List<String> ids(String session, int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(n -> session + "-" + n).toList();
  }

  private int unsettled() {
    return stack.region("east").counts().get(0).unsettled()
        + stack.region("west").counts().get(0).unsettled();
  }

  private int deadLetters() {
    return stack.region("east").counts().get(0).deadLettered()
        + stack.region("west").counts().get(0).deadLettered();
  }

  private EndState stateOf(String session, String id) throws Exception {
    try (CosmosLedger ledger = TestRegion.openLedger(stack)) {
      ReadOutcome<MessageRecord> outcome =
          ledger
              .messages()
              .read(new SessionId(session), MessageKey.of(new MessageId(id)))
              .toCompletableFuture()
              .get(60, TimeUnit.SECONDS);
      MessageContent content = ((ReadOutcome.Found<MessageRecord>) outcome).record().content();
      return ((MessageContent.Over) content).state();
    }
  }

  private boolean hasSessionRecord(String session) throws Exception {
    try (CosmosLedger ledger = TestRegion.openLedger(stack)) {
      return ledger
              .sessions()
              .read(new SessionId(session))
              .toCompletableFuture()
              .get(60, TimeUnit.SECONDS)
          instanceof ReadOutcome.Found<SessionRecord>;
    }
  }
}
