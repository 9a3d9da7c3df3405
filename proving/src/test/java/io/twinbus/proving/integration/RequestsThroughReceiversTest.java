package io.twinbus.proving.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.LocalStack;
import io.twinbus.local.junit.LocalStackExtension;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.product.ProductSettings;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.rehearsal.stack.Endpoints;
import io.twinbus.rehearsal.stack.LedgerContainer;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.request.ReplySender;
import io.twinbus.sender.request.RequestClient;
import io.twinbus.sender.request.RequestOutcome;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that are answered by a handler behind receivers of two regions. */
@Timeout(300)
class RequestsThroughReceiversTest {

  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @RegisterExtension
  static final LocalStackExtension STACK =
      LocalStackExtension.with(
          stack ->
              stack.queues(
                  QueueSettings.sessionQueue("orders"), QueueSettings.sessionQueue("replies")));

  private final Queue<String> handled = new ConcurrentLinkedQueue<>();
  private LocalStack stack;
  private Sender questions;
  private Sender answers;
  private RequestClient client;
  private TwoReceivers receivers;

  @BeforeEach
  void start(LocalStack running) {
    stack = running;
    LedgerContainer.create(URI.create(stack.ledgerEndpoint()), new Secret(stack.ledgerKey()));
    questions = sender(Map.of("twinbus.standby-delay", "1s"));
    answers = sender(Map.of("twinbus.queue", "replies", "twinbus.standby-delay", "0s"));
    client =
        RequestClient.builder(questions, ClusterSettings.from(configuration(Map.of())))
            .replyQueue("replies")
            .build();
    receivers = new TwoReceivers(stack, answering(new ReplySender(answers, "replies")));
  }

  @AfterEach
  void stop() {
    receivers.close();
    client.close();
    questions.close();
    answers.close();
  }

  @Test
  void theHandlerRunsOnceForEachRequestAndItsReplyArrives() {
    List<RequestOutcome> outcomes = ask(0, 10);

    assertThat(answersOf(outcomes)).containsExactlyElementsOf(expected(0, 10));
    assertThat(handled).containsExactlyElementsOf(questions(0, 10));
  }

  @ParameterizedTest
  @EnumSource(Outage.class)
  void requestsAreAnsweredInOrderWhileARegionIsAway(Outage outage) {
    ask(0, 3);

    stack.region("east").outage(outage);
    List<RequestOutcome> during = ask(3, 8);
    stack.region("east").restore();
    List<RequestOutcome> after = ask(8, 10);

    assertThat(answersOf(during)).containsExactlyElementsOf(expected(3, 8));
    assertThat(answersOf(after)).containsExactlyElementsOf(expected(8, 10));
    assertThat(handled.stream().distinct()).containsExactlyElementsOf(questions(0, 10));
  }

  private SessionHandler answering(ReplySender replies) {
    return (message, invocation) -> {
      handled.add(message.body().utf8());
      return replies
          .send(
              message.replyAddress().orElseThrow(),
              reply -> reply.body("to " + message.body().utf8()))
          .thenApply(receipt -> new HandlerOutcome.Completed());
    };
  }

  private List<RequestOutcome> ask(int from, int to) {
    List<CompletableFuture<RequestOutcome>> asked =
        IntStream.range(from, to)
            .mapToObj(n -> OutboundMessage.of("desk", "q-" + n).body("question " + n).build())
            .map(question -> client.request(question, PATIENCE))
            .toList();
    return asked.stream().map(CompletableFuture::join).toList();
  }

  private static List<String> answersOf(List<RequestOutcome> outcomes) {
    return outcomes.stream()
        .map(outcome -> outcome.answer().map(reply -> reply.body().utf8()).orElse("none"))
        .toList();
  }

  private static List<String> questions(int from, int to) {
    return IntStream.range(from, to).mapToObj(n -> "question " + n).toList();
  }

  private static List<String> expected(int from, int to) {
    return questions(from, to).stream().map(question -> "to " + question).toList();
  }

  private Sender sender(Map<String, String> settings) {
    return Sender.builder(configuration(settings)).build();
  }

  private FlatSettings configuration(Map<String, String> settings) {
    return ProductSettings.of(Endpoints.parse(stack.toJson()), settings);
  }
}
