package io.twinbus.local.conformance;

import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusClientBuilder.ServiceBusReceiverClientBuilder;
import com.azure.messaging.servicebus.ServiceBusClientBuilder.ServiceBusSessionReceiverClientBuilder;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import com.azure.messaging.servicebus.models.ServiceBusReceiveMode;
import com.azure.messaging.servicebus.models.SubQueue;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import java.time.Duration;
import java.util.List;

/**
 * Takes away what earlier runs have left in the entities of a service that outlives the tests.
 *
 * <p>Scheduled and deferred messages of sessions stay: tests use fresh session ids.
 */
final class Emptying {
  private static final int AT_ONCE = 100;
  private static final int MAX_ROUNDS = 1000;
  private static final Duration QUIET = Duration.ofSeconds(1);

  // Without a session left, accepting the next one takes about so long.
  private static final Duration TRY = Duration.ofSeconds(3);

  private final ServiceBusUser user;

  Emptying(ServiceBusUser user) {
    this.user = user.hasty(TRY);
  }

  void empty(NamespaceSettings entities) {
    for (QueueSettings queue : entities.queues()) {
      String name = queue.name();
      ServiceBusReceiverClientBuilder looker = user.builder().receiver().queueName(name);
      if (queue.requiresSession()) {
        drainSessions(user.builder().sessionReceiver().queueName(name), looker);
      } else if (holdsAnything(looker)) {
        drain(user.builder().receiver().queueName(name));
        removeWhatCannotBeReceived(name);
      }
      drain(user.builder().receiver().queueName(name).subQueue(SubQueue.DEAD_LETTER_QUEUE));
    }
    for (TopicSettings topic : entities.topics()) {
      topic.subscriptions().forEach(subscription -> empty(topic.name(), subscription));
    }
  }

  private void empty(String topic, SubscriptionSettings subscription) {
    String name = subscription.name();
    if (subscription.receiving().requiresSession()) {
      drainSessions(
          user.builder().sessionReceiver().topicName(topic).subscriptionName(name),
          user.builder().receiver().topicName(topic).subscriptionName(name));
    } else {
      drain(user.builder().receiver().topicName(topic).subscriptionName(name));
    }
    drain(
        user.builder()
            .receiver()
            .topicName(topic)
            .subscriptionName(name)
            .subQueue(SubQueue.DEAD_LETTER_QUEUE));
  }

  /** Looking costs nothing where there is nothing; waiting for what does not come costs seconds. */
  private static boolean holdsAnything(ServiceBusReceiverClientBuilder builder) {
    try (ServiceBusReceiverClient looker = builder.buildClient()) {
      return looker.peekMessage() != null;
    }
  }

  private static void drain(ServiceBusReceiverClientBuilder builder) {
    try (ServiceBusReceiverClient receiver =
        builder.receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE).buildClient()) {
      drain(receiver);
    }
  }

  private static void drainSessions(
      ServiceBusSessionReceiverClientBuilder builder, ServiceBusReceiverClientBuilder looker) {
    try (ServiceBusSessionReceiverClient sessions =
        builder.receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE).buildClient()) {
      for (int round = 0; round < MAX_ROUNDS && holdsAnything(looker); round++) {
        try (ServiceBusReceiverClient session = sessions.acceptNextSession()) {
          drain(session);
        } catch (IllegalStateException | AmqpException noMore) {
          // Which of the two depends on whether the client or the service gave up first.
          return;
        }
      }
    }
  }

  /** Asks for as many as it has seen: nothing waits for what does not come. */
  private static void drain(ServiceBusReceiverClient receiver) {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      int there =
          (int)
              receiver.peekMessages(AT_ONCE, 0).stream()
                  .filter(message -> message.getState() == ServiceBusMessageState.ACTIVE)
                  .count();
      if (there == 0 || receiver.receiveMessages(there, QUIET).stream().findAny().isEmpty()) {
        return;
      }
    }
  }

  /** One that a test received by its number and did not settle stays until its lock has ended. */
  private static void receiveDeferred(ServiceBusReceiverClient receiver, long sequenceNumber) {
    try {
      receiver.receiveDeferredMessage(sequenceNumber);
    } catch (ServiceBusException lockedStill) {
      System.out.println("LEFT OVER: message " + sequenceNumber + " is deferred and locked.");
    }
  }

  /** Deferred and scheduled messages, which a test that peeks would see. */
  private void removeWhatCannotBeReceived(String queue) {
    try (ServiceBusReceiverClient receiver =
            user.builder()
                .receiver()
                .queueName(queue)
                .receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE)
                .buildClient();
        ServiceBusSenderClient sender = user.builder().sender().queueName(queue).buildClient()) {
      for (int round = 0; round < MAX_ROUNDS; round++) {
        List<ServiceBusReceivedMessage> seen = receiver.peekMessages(AT_ONCE).stream().toList();
        if (seen.isEmpty()) {
          return;
        }
        for (ServiceBusReceivedMessage message : seen) {
          if (message.getState() == ServiceBusMessageState.SCHEDULED) {
            sender.cancelScheduledMessage(message.getSequenceNumber());
          } else if (message.getState() == ServiceBusMessageState.DEFERRED) {
            receiveDeferred(receiver, message.getSequenceNumber());
          }
        }
      }
    }
  }
}
