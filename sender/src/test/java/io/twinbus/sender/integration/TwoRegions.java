package io.twinbus.sender.integration;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.SenderBuilder;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.settings.SenderSettings;
import io.twinbus.sender.settings.SenderSettingsBuilder;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Two regions on local ports, east being home, and senders to them; closed together. */
final class TwoRegions implements AutoCloseable {

  static final RegionName EAST = new RegionName("east");
  static final RegionName WEST = new RegionName("west");
  static final Duration BOUND = Duration.ofSeconds(90);
  private static final int PAGE = 100;

  final ServiceBusEndpoint east;
  final ServiceBusEndpoint west;
  private final Map<String, String> flat = new HashMap<>();
  private final Deque<Runnable> open = new ArrayDeque<>();

  TwoRegions() {
    this(QueueSettings.sessionQueue("orders"));
  }

  TwoRegions(QueueSettings queue) {
    this(queue, queue);
  }

  TwoRegions(QueueSettings inEast, QueueSettings inWest) {
    this(NamespaceSettings.ofQueues(inEast), NamespaceSettings.ofQueues(inWest));
  }

  TwoRegions(NamespaceSettings inEast, NamespaceSettings inWest) {
    east = start("east", inEast);
    west = start("west", inWest);
    open.push(east::close);
    open.push(west::close);
    flat.put("twinbus.regions.east.connection-string", east.connectionString());
    flat.put("twinbus.regions.west.connection-string", west.connectionString());
    flat.put("twinbus.home", "east");
  }

  private static ServiceBusEndpoint start(String region, NamespaceSettings entities) {
    return ServiceBusEndpoint.start(
        ServiceBusEndpointOptions.ofDefaults(region).withEntities(entities));
  }

  TwoRegions with(String key, String value) {
    flat.put(key, value);
    return this;
  }

  FlatSettings configuration() {
    return FlatSettings.of(flat);
  }

  ClusterSettings cluster() {
    return ClusterSettings.from(configuration());
  }

  Sender sender() {
    return sender(settings().build());
  }

  Sender sender(SenderSettings settings) {
    return sender(Sender.builder(configuration()).settings(settings));
  }

  Sender sender(SenderBuilder builder) {
    Sender sender = builder.build();
    open.push(() -> sender.close(Duration.ZERO));
    return sender;
  }

  static SenderSettingsBuilder settings() {
    return SenderSettings.builder().regionTimeBudget(Duration.ofSeconds(3));
  }

  /** The messages of {@code session}, {@code session-1} to {@code session-count}. */
  static List<OutboundMessage> messages(String session, int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> OutboundMessage.of(session, session + "-" + i).body("body " + i).build())
        .toList();
  }

  static List<Receipt> sendAll(Sender sender, List<OutboundMessage> messages) {
    List<CompletableFuture<Receipt>> sends = messages.stream().map(sender::send).toList();
    return sends.stream().map(TwoRegions::await).toList();
  }

  static List<DeliveryStatus> deliveries(List<Receipt> receipts) {
    return receipts.stream().map(receipt -> await(receipt.inAllRegions())).toList();
  }

  static <T> T await(CompletableFuture<T> future) {
    return future.orTimeout(BOUND.toMillis(), TimeUnit.MILLISECONDS).join();
  }

  /** Everything that the region holds, in the order of its sequence numbers. */
  List<ServiceBusReceivedMessage> held(ServiceBusEndpoint region) {
    List<ServiceBusReceivedMessage> all = new ArrayList<>();
    try (ServiceBusReceiverClient receiver =
        new ServiceBusClientBuilder()
            .connectionString(region.connectionString())
            .retryOptions(new AmqpRetryOptions().setTryTimeout(Duration.ofSeconds(10)))
            .receiver()
            .queueName("orders")
            .buildClient()) {
      long from = 0;
      for (int page = 0; page < PAGE; page++) {
        List<ServiceBusReceivedMessage> some = receiver.peekMessages(PAGE, from).stream().toList();
        if (some.isEmpty()) {
          return all;
        }
        all.addAll(some);
        from = some.get(some.size() - 1).getSequenceNumber() + 1;
      }
    }
    throw new AssertionError("More messages than a test sends.");
  }

  List<String> idsHeld(ServiceBusEndpoint region, String session) {
    return held(region).stream()
        .filter(message -> session.equals(message.getSessionId()))
        .map(ServiceBusReceivedMessage::getMessageId)
        .distinct()
        .toList();
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      open.pop().run();
    }
  }
}
