package io.twinbus.local.conformance;

import com.azure.core.amqp.exception.AmqpException;
import com.azure.core.util.IterableStream;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.azure.messaging.servicebus.models.ServiceBusReceiveMode;
import com.azure.messaging.servicebus.models.SubQueue;
import io.twinbus.local.servicebus.QueueSettings;
import java.time.Duration;
import java.util.List;

/**
 * Takes away what earlier runs have left in the entities of a service that outlives the tests.
 *
 * <p>Scheduled and deferred messages stay: tests use fresh ids and do not mistake them for theirs.
 */
final class Emptying {
  private static final int AT_ONCE = 100;
  private static final int MAX_ROUNDS = 1000;
  private static final Duration QUIET = Duration.ofSeconds(1);

  // Without a session left, accepting the next one takes about so long.
  private static final Duration TRY = Duration.ofSeconds(3);

  private final ServiceBusUser user;

  Emptying(ServiceBusUser user) {
    this.user = user.another(TRY);
  }

  void empty(List<QueueSettings> queues) {
    for (QueueSettings queue : queues) {
      try (ServiceBusReceiverClient dead =
          user.builder()
              .receiver()
              .queueName(queue.name())
              .subQueue(SubQueue.DEAD_LETTER_QUEUE)
              .receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE)
              .buildClient()) {
        drain(dead);
      }
      if (queue.requiresSession()) {
        emptySessions(queue.name());
      } else {
        try (ServiceBusReceiverClient receiver =
            user.builder()
                .receiver()
                .queueName(queue.name())
                .receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE)
                .buildClient()) {
          drain(receiver);
        }
      }
    }
  }

  private void emptySessions(String queue) {
    try (ServiceBusSessionReceiverClient sessions =
        user.builder()
            .sessionReceiver()
            .queueName(queue)
            .receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE)
            .buildClient()) {
      for (int round = 0; round < MAX_ROUNDS; round++) {
        try (ServiceBusReceiverClient session = sessions.acceptNextSession()) {
          drain(session);
        } catch (IllegalStateException | AmqpException noMore) {
          // Which of the two depends on whether the client or the service gave up first.
          return;
        }
      }
    }
  }

  private static void drain(ServiceBusReceiverClient receiver) {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      IterableStream<ServiceBusReceivedMessage> got = receiver.receiveMessages(AT_ONCE, QUIET);
      if (got.stream().findAny().isEmpty()) {
        return;
      }
    }
  }
}
