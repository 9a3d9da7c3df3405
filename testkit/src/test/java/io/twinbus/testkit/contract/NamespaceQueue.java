package io.twinbus.testkit.contract;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import com.azure.messaging.servicebus.models.ServiceBusReceiveMode;
import com.azure.messaging.servicebus.models.SubQueue;
import java.time.Duration;
import java.util.List;

/**
 * The queue for the suites in a namespace of Azure, or of Microsoft's emulator, that {@value
 * #CONNECTION} names: {@value #NAME}, with sessions, a lock duration of 5 s, a maximum delivery
 * count of 10 and otherwise the service's defaults. Nobody else uses it; each test empties it.
 */
final class NamespaceQueue {

  static final String NAME = "twinbus-contract";

  private static final String CONNECTION = "TWINBUS_CONTRACT_SERVICEBUS";
  private static final int AT_ONCE = 250;
  private static final int MAX_ROUNDS = 1_000;
  private static final Duration QUIET = Duration.ofSeconds(2);

  private final String connection;

  NamespaceQueue(String connection) {
    this.connection = connection;
  }

  /** How to connect; where nobody has said it, a line says that {@code suites} are not run. */
  static String connectionFor(String suites) {
    String connection = System.getenv().getOrDefault(CONNECTION, "");
    if (connection.isEmpty()) {
      System.out.printf("NOT RUN: %s on a real namespace; set %s.%n", suites, CONNECTION);
    }
    assumeTrue(!connection.isEmpty(), CONNECTION + " is not set");
    return connection;
  }

  /** All messages that it shows, scheduled ones as well, in the order of its own numbers. */
  List<ServiceBusReceivedMessage> peek() {
    try (ServiceBusReceiverClient peeker = clients().receiver().queueName(NAME).buildClient()) {
      return peeker.peekMessages(AT_ONCE, 0).stream().toList();
    }
  }

  /** Takes away what earlier tests have left. */
  void empty() {
    cancelScheduled();
    removeSessions();
    removeDeadLetters();
  }

  private void cancelScheduled() {
    try (ServiceBusSenderClient sender = clients().sender().queueName(NAME).buildClient()) {
      for (int round = 0; round < MAX_ROUNDS; round++) {
        List<ServiceBusReceivedMessage> scheduled =
            peek().stream()
                .filter(message -> message.getState() == ServiceBusMessageState.SCHEDULED)
                .toList();
        if (scheduled.isEmpty()) {
          return;
        }
        scheduled.forEach(message -> sender.cancelScheduledMessage(message.getSequenceNumber()));
      }
    }
  }

  /** Until nothing is left, or no session is free, which the SDK says by an exception. */
  private void removeSessions() {
    try (ServiceBusSessionReceiverClient sessions =
        clients()
            .sessionReceiver()
            .queueName(NAME)
            .receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE)
            .buildClient()) {
      for (int round = 0; round < MAX_ROUNDS && !peek().isEmpty(); round++) {
        try (ServiceBusReceiverClient session = sessions.acceptNextSession()) {
          removeAll(session);
        }
      }
    } catch (IllegalStateException e) {
      return; // what is left is in somebody's hands
    }
  }

  private void removeDeadLetters() {
    try (ServiceBusReceiverClient dead =
        clients()
            .receiver()
            .queueName(NAME)
            .subQueue(SubQueue.DEAD_LETTER_QUEUE)
            .receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE)
            .buildClient()) {
      removeAll(dead);
    }
  }

  /** Asks for as many as it has seen: nothing waits for what does not come. */
  private static void removeAll(ServiceBusReceiverClient from) {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      int there = (int) from.peekMessages(AT_ONCE, 0).stream().count();
      if (there == 0) {
        return;
      }
      from.receiveMessages(there, QUIET).forEach(message -> {});
    }
  }

  /** Without a session left, accepting the next one ends after about the timeout of a try. */
  private ServiceBusClientBuilder clients() {
    return new ServiceBusClientBuilder()
        .connectionString(connection)
        .retryOptions(new AmqpRetryOptions().setTryTimeout(Duration.ofSeconds(4)).setMaxRetries(0));
  }
}
