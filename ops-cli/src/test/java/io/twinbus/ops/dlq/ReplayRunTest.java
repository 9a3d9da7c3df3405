package io.twinbus.ops.dlq;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.twinbus.local.LocalStack;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.servicebus.RegionLooks;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a run has locked when it ends, before it closes its links. */
class ReplayRunTest {

  private static final CliContext CONTEXT = CliContext.ofThisMachine();

  /** Long before the lock of a letter that is not given back ends. */
  private static final Duration AT_ONCE = Duration.ofSeconds(10);

  @AutoClose private final LocalStack stack = LocalStack.builder().start();

  private final ClusterSettings cluster =
      ClusterSettings.from(
          FlatSettings.of(
              Map.of(
                  "twinbus.regions.east.connection-string", stack.connectionString("east"),
                  "twinbus.regions.west.connection-string", stack.connectionString("west"))));

  /** It has to lock what stands before its own letters; the next act needs those at once. */
  @Test
  void lettersThatItDidNotMeanAreGivenBack() {
    kill("other");
    kill("meant");
    try (ReplayRun run =
        new ReplayRun(
            CONTEXT, cluster, new CommonOptions(), new ReplayRun.Manner("ann", null, 100))) {

      run.run(removalOf("meant"), List.of());

      assertThat(run.removed()).isEqualTo(1);
      assertThat(run.isWhole()).isTrue();
      try (ServiceBusReceiverClient next =
          client()
              .receiver()
              .queueName("orders")
              .subQueue(SubQueue.DEAD_LETTER_QUEUE)
              .disableAutoComplete()
              .buildClient()) {
        assertThat(next.receiveMessages(1, AT_ONCE))
            .extracting(ServiceBusReceivedMessage::getSessionId)
            .containsExactly("other");
      }
    }
  }

  private ReplayPlan removalOf(String session) {
    List<ReplayPlan.Item> items =
        Letter.among(
                new RegionLooks(CONTEXT.queues(), cluster)
                    .lookAtLetters(10, copy -> copy.names().session().equals(session)))
            .stream()
            .map(
                letter ->
                    new ReplayPlan.Item(
                        letter, ReplayRule.Step.REMOVE, Optional.empty(), Optional.empty()))
            .toList();
    assertThat(items).hasSize(1);
    return new ReplayPlan(items, Map.of());
  }

  private void kill(String session) {
    try (ServiceBusSenderClient sender = client().sender().queueName("orders").buildClient()) {
      sender.sendMessage(new ServiceBusMessage("{}").setMessageId("m").setSessionId(session));
    }
    try (ServiceBusSessionReceiverClient receivers =
            client().sessionReceiver().queueName("orders").disableAutoComplete().buildClient();
        ServiceBusReceiverClient receiver = receivers.acceptSession(session)) {
      receiver.deadLetter(receiver.receiveMessages(1).iterator().next());
    }
  }

  private ServiceBusClientBuilder client() {
    return new ServiceBusClientBuilder().connectionString(stack.connectionString("east"));
  }
}
