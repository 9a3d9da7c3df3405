package io.twinbus.local.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** An application's clients of Service Bus; closing it closes them all. */
final class Bus implements AutoCloseable {
  /** How long to wait for what must come, on a busy machine too. */
  static final Duration SOON = Duration.ofSeconds(45);

  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  static ServiceBusClientBuilder builder() {
    LocalProcess stack = LocalProcess.shared();
    return new ServiceBusClientBuilder()
        .connectionString(stack.connectionString())
        .customEndpointAddress("https://localhost:" + stack.port())
        .retryOptions(new AmqpRetryOptions().setTryTimeout(SOON).setMaxRetries(0));
  }

  ServiceBusSenderClient sender(String queue) {
    return keep(builder().sender().queueName(queue).buildClient());
  }

  ServiceBusSenderClient publisher(String topic) {
    return keep(builder().sender().topicName(topic).buildClient());
  }

  ServiceBusReceiverClient receiver(String queue) {
    return keep(builder().receiver().queueName(queue).disableAutoComplete().buildClient());
  }

  ServiceBusReceiverClient subscriber(String topic, String subscription) {
    return keep(
        builder()
            .receiver()
            .topicName(topic)
            .subscriptionName(subscription)
            .disableAutoComplete()
            .buildClient());
  }

  ServiceBusSessionReceiverClient sessions(String queue) {
    return keep(builder().sessionReceiver().queueName(queue).disableAutoComplete().buildClient());
  }

  <T extends AutoCloseable> T keep(T client) {
    open.push(client);
    return client;
  }

  /** Receives so many messages, and settles none. */
  static List<ServiceBusReceivedMessage> take(ServiceBusReceiverClient receiver, int count) {
    List<ServiceBusReceivedMessage> messages = new ArrayList<>();
    for (int tries = 0; tries <= count && messages.size() < count; tries++) {
      receiver.receiveMessages(count - messages.size(), SOON).forEach(messages::add);
    }
    assertThat(messages).hasSize(count);
    return messages;
  }

  /** Receives one message and settles it. */
  static ServiceBusReceivedMessage takeOne(ServiceBusReceiverClient receiver) {
    ServiceBusReceivedMessage message = take(receiver, 1).get(0);
    receiver.complete(message);
    return message;
  }

  static ServiceBusMessage message(String id) {
    return new ServiceBusMessage("body of " + id).setMessageId(id);
  }

  static ServiceBusMessage message(String session, String id) {
    return message(id).setSessionId(session);
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException("A client cannot be closed.", e);
      }
    }
  }
}
