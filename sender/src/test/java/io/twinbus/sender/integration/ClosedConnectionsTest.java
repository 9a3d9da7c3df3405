package io.twinbus.sender.integration;

import static io.twinbus.sender.integration.TwoRegions.await;
import static io.twinbus.sender.integration.TwoRegions.messages;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.protocol.ReplyAddress;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.request.ReplySender;
import io.twinbus.sender.request.RequestClient;
import io.twinbus.sender.request.RequestOutcome;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Connections of what is closed: an application opens and closes senders as long as it runs. */
@Isolated("it looks at the threads of this JVM")
class ClosedConnectionsTest {

  private static final NamespaceSettings QUEUES =
      NamespaceSettings.ofQueues(
          QueueSettings.sessionQueue("orders"), QueueSettings.sessionQueue("replies"));

  private final TwoRegions regions =
      new TwoRegions(QUEUES, QUEUES).with("twinbus.standby-delay", "0s");

  /** Those of earlier tests, which may still be ending. */
  private Set<String> others = Set.of();

  @BeforeEach
  void look() {
    others = connections();
  }

  @AfterEach
  void stop() {
    regions.close();
  }

  @Test
  void aSenderThatIsClosedLeavesNone() {
    Set<String> before = connections();
    Sender sender = regions.sender();
    await(await(sender.send(messages("s", 1).get(0))).inAllRegions());
    assertThat(connections()).hasSizeGreaterThan(before.size());

    sender.close();

    awaitNoneBut(before);
  }

  /** The sender that it sends with is the application's, and stays open. */
  @Test
  void aRequestClientThatIsClosedLeavesThoseOfItsSenderAlone() {
    Sender sender = regions.sender();
    await(await(sender.send(messages("s", 1).get(0))).inAllRegions());
    Sender answers = regions.with("twinbus.queue", "replies").sender();
    await(await(answers.send(messages("nobody", 1).get(0))).inAllRegions());
    Set<String> before = connections();
    RequestClient client = RequestClient.builder(sender, regions.cluster()).build();
    OutboundMessage request = messages("s", 2).get(1);
    CompletableFuture<RequestOutcome> outcome = client.request(request, TwoRegions.BOUND);
    await(
        new ReplySender(answers, "replies")
            .send(
                new ReplyAddress("replies", client.session(), request.id()),
                reply -> reply.body("done")));
    assertThat(await(outcome).answer()).isPresent();
    assertThat(connections()).hasSizeGreaterThan(before.size());

    client.close();

    awaitNoneBut(before);
    assertThat(connections()).containsAll(before);
    assertThat(sender.send(messages("s", 3).get(2))).succeedsWithin(TwoRegions.BOUND);
  }

  private void awaitNoneBut(Set<String> before) {
    Awaitility.await().atMost(TwoRegions.BOUND).until(() -> before.containsAll(connections()));
  }

  /** Each connection has a thread of its own, whose name carries a number. */
  private Set<String> connections() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("reactor-executor"))
        .filter(name -> !others.contains(name))
        .collect(Collectors.toSet());
  }
}
