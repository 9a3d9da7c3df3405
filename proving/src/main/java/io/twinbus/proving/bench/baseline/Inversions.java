package io.twinbus.proving.bench.baseline;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import io.twinbus.proving.bench.contest.Workload;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks through a queue, and counts messages that stand behind a later one of their session. A copy
 * of one that was there before, as it comes of an answer that was lost, is no inversion.
 */
public final class Inversions {
  private static final int PAGE = 250;
  private static final int MAX_PAGES = 10_000;

  private Inversions() {}

  /** Counts them, in the broker's order; waiting messages that are scheduled have a place, too. */
  public static long count(String connectionString, String queue) {
    Map<String, BitSet> seen = new HashMap<>();
    long inversions = 0;
    try (ServiceBusReceiverClient receiver =
        new ServiceBusClientBuilder()
            .connectionString(connectionString)
            .receiver()
            .queueName(queue)
            .buildClient()) {
      long from = 0;
      for (int page = 0; page < MAX_PAGES; page++) {
        List<ServiceBusReceivedMessage> messages =
            receiver.peekMessages(PAGE, from).stream().toList();
        if (messages.isEmpty()) {
          break;
        }
        for (ServiceBusReceivedMessage message : messages) {
          int number = Workload.numberOf(message.getMessageId());
          BitSet session =
              seen.computeIfAbsent(message.getSessionId(), unused -> new BitSet(number));
          if (!session.get(number) && session.length() > number) {
            inversions++;
          }
          session.set(number);
        }
        from = messages.get(messages.size() - 1).getSequenceNumber() + 1;
      }
    }
    return inversions;
  }
}
