package io.twinbus.ops.integration;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.twinbus.local.LocalStack;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The SDK's clients for the queue of both regions, each opened once. */
final class SiteQueues implements AutoCloseable {

  private static final int MOST_LETTERS = 200;

  private final LocalStack stack;
  private final Map<String, ServiceBusSenderClient> senders = new TreeMap<>();
  private final Map<String, ServiceBusReceiverClient> letters = new TreeMap<>();

  SiteQueues(LocalStack stack) {
    this.stack = stack;
  }

  synchronized ServiceBusSenderClient sender(String region) {
    return senders.computeIfAbsent(
        region, name -> queue(name).sender().queueName("orders").buildClient());
  }

  /**
   * The regions of the dead letters of {@code session}, one by one: cheaper than the command, for a
   * condition that is looked at ten times a second.
   */
  List<String> regionsOfLetters(String session) {
    return Stream.of("east", "west")
        .flatMap(
            region ->
                peek(lettersOf(region)).stream()
                    .filter(letter -> session.equals(letter.getSessionId()))
                    .map(letter -> region))
        .toList();
  }

  private synchronized ServiceBusReceiverClient lettersOf(String region) {
    return letters.computeIfAbsent(
        region,
        name ->
            queue(name)
                .receiver()
                .queueName("orders")
                .subQueue(SubQueue.DEAD_LETTER_QUEUE)
                .disableAutoComplete()
                .buildClient());
  }

  private ServiceBusClientBuilder queue(String region) {
    return new ServiceBusClientBuilder().connectionString(stack.connectionString(region));
  }

  /** A peek returns as many as one frame holds. */
  private static List<ServiceBusReceivedMessage> peek(ServiceBusReceiverClient queue) {
    List<ServiceBusReceivedMessage> all = new ArrayList<>();
    List<ServiceBusReceivedMessage> next = queue.peekMessages(MOST_LETTERS, 0).stream().toList();
    while (!next.isEmpty() && all.size() < MOST_LETTERS) {
      all.addAll(next);
      long last = next.get(next.size() - 1).getSequenceNumber();
      next = queue.peekMessages(MOST_LETTERS, last + 1).stream().toList();
    }
    return all;
  }

  @Override
  public synchronized void close() {
    senders.values().forEach(ServiceBusSenderClient::close);
    letters.values().forEach(ServiceBusReceiverClient::close);
  }
}
