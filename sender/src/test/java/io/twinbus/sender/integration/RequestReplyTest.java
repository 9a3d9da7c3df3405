package io.twinbus.sender.integration;

import static io.twinbus.sender.integration.TwoRegions.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusProcessorClient;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessageContext;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.ReplyAddress;
import io.twinbus.protocol.SessionId;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.request.ReplySender;
import io.twinbus.sender.request.RequestClient;
import io.twinbus.sender.request.RequestOutcome;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests and replies through two regions; responders stand in both, and answer every copy. */
class RequestReplyTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final QueueSettings ORDERS = QueueSettings.sessionQueue("orders");
  private static final QueueSettings REPLIES =
      QueueSettings.sessionQueue("replies").withLockDuration(Duration.ofSeconds(5));

  private final TwoRegions regions =
      new TwoRegions(
          NamespaceSettings.ofQueues(ORDERS, REPLIES), NamespaceSettings.ofQueues(ORDERS, REPLIES));
  private final Deque<Runnable> open = new ArrayDeque<>();
  private RequestClient client;

  @BeforeEach
  void start() {
    regions.with("twinbus.standby-delay", "0s");
    Sender requests = regions.sender();
    client = RequestClient.builder(requests, regions.cluster()).build();
    open.push(client::close);
    Sender answers = regions.with("twinbus.queue", "replies").sender();
    ReplySender replies = new ReplySender(answers, "replies");
    respond(regions.east, replies);
    respond(regions.west, replies);
  }

  @AfterEach
  void stop() {
    while (!open.isEmpty()) {
      open.pop().run();
    }
    regions.close();
  }

  @Test
  void answersEachRequestOnceThoughEveryCopyIsAnswered() {
    List<RequestOutcome> outcomes = ask("a", 20);

    assertThat(outcomes)
        .extracting(outcome -> outcome.answer().orElseThrow().body().utf8())
        .containsExactlyElementsOf(expected("a", 20));
    Awaitility.await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () -> assertThat(client.statistics().duplicates()).isGreaterThanOrEqualTo(20));
    assertThat(client.statistics().unmatched()).isZero();
    assertThat(client.statistics().late()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"east, REFUSE", "west, REFUSE", "east, BLACKHOLE"})
  void goesOnWhileARegionIsDownOnBothWaysAndAfterItsReturn(String name, Outage outage) {
    ServiceBusEndpoint region = name.equals("east") ? regions.east : regions.west;
    ask("before", 3);

    region.outage(outage);
    List<RequestOutcome> during = ask("during", 5);
    region.restore();
    List<RequestOutcome> after = ask("after", 5);

    assertThat(during).allMatch(outcome -> outcome.answer().isPresent());
    assertThat(after).allMatch(outcome -> outcome.answer().isPresent());
    assertThat(client.statistics().timedOut()).isZero();
  }

  @Test
  void goesOnBeyondTheSessionsLock() {
    ask("before", 1);

    long start = System.nanoTime();
    Awaitility.await()
        .atMost(TIMEOUT)
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> System.nanoTime() - start > REPLIES.receiving().lockDuration().toNanos() + 1e9);

    assertThat(ask("after", 2)).allMatch(outcome -> outcome.answer().isPresent());
  }

  @Test
  void endsAsTimedOutWhenNobodyAnswers() {
    OutboundMessage mute = OutboundMessage.of("s", "mute").subject("mute").build();

    RequestOutcome outcome = await(client.request(mute, Duration.ofMillis(300)));

    assertThat(outcome).isInstanceOf(RequestOutcome.TimedOut.class);
  }

  private List<RequestOutcome> ask(String session, int count) {
    List<CompletableFuture<RequestOutcome>> asked = new ArrayList<>();
    TwoRegions.messages(session, count)
        .forEach(message -> asked.add(client.request(message, TIMEOUT)));
    return asked.stream().map(TwoRegions::await).toList();
  }

  private static List<String> expected(String session, int count) {
    return TwoRegions.messages(session, count).stream()
        .map(message -> "answer to " + message.body().utf8())
        .toList();
  }

  /** A responder without a ledger: it answers every copy, so that copies can be told apart. */
  private void respond(ServiceBusEndpoint region, ReplySender replies) {
    ServiceBusProcessorClient processor =
        new ServiceBusClientBuilder()
            .connectionString(region.connectionString())
            .sessionProcessor()
            .queueName("orders")
            .maxConcurrentSessions(4)
            // Long, since the SDK's processor (7.17.20) has a defect: when the idle timeout ends
            // before the first message arrives, the processor keeps the session's lock and reads
            // nothing more of it. A short timeout ends so early on a busy machine.
            .sessionIdleTimeout(TIMEOUT)
            .disableAutoComplete()
            .processMessage(context -> answer(context, replies))
            .processError(error -> {})
            .buildProcessorClient();
    processor.start();
    open.push(processor::close);
  }

  private static void answer(ServiceBusReceivedMessageContext context, ReplySender replies) {
    ServiceBusReceivedMessage request = context.getMessage();
    if (!"mute".equals(request.getSubject())) {
      ReplyAddress address =
          new ReplyAddress(
              request.getReplyTo(),
              new SessionId(request.getReplyToSessionId()),
              new MessageId(request.getMessageId()));
      replies
          .send(address, reply -> reply.body("answer to " + request.getBody()))
          .orTimeout(60, java.util.concurrent.TimeUnit.SECONDS)
          .join();
    }
    context.complete();
  }
}
