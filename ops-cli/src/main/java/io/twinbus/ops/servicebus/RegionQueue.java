package io.twinbus.ops.servicebus;

import com.azure.core.amqp.AmqpRetryMode;
import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One region's queue and its dead letters, as an operator looks at them.
 *
 * <p>Peeking locks nothing and disturbs nobody. A region whose port nobody listens on is told from
 * a slow one by a plain connection, within 2 s; after that every call blocks for 15 s at most, and
 * is never retried behind the caller's back. Not thread-safe.
 */
public final class RegionQueue implements AutoCloseable {

  private static final int PAGE = 250;
  private static final Duration TRY_TIMEOUT = Duration.ofSeconds(15);
  private static final Duration MAX_DELAY = Duration.ofSeconds(6);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final int AMQPS_PORT = 5671;
  private static final int EMULATOR_PORT = 5672;
  private static final Duration FIRST_LETTER = Duration.ofSeconds(2);

  private final RegionName region;
  private final ServiceBusClientBuilder builder;
  private final EntitySettings entity;
  private final InetSocketAddress address;
  private boolean isReached;
  private @Nullable ServiceBusReceiverClient copies;
  private @Nullable ServiceBusReceiverClient letters;
  private @Nullable ServiceBusSenderClient sender;

  /** What a look through a queue found. */
  public record Look(List<QueuedCopy> copies, boolean isWhole) {}

  RegionQueue(RegionSettings settings, EntitySettings entity) {
    this.region = settings.name();
    this.entity = entity;
    this.address = address(settings);
    AmqpRetryOptions options =
        new AmqpRetryOptions()
            .setMode(AmqpRetryMode.FIXED)
            .setMaxRetries(0)
            .setDelay(Duration.ofMillis(500))
            .setMaxDelay(MAX_DELAY)
            .setTryTimeout(TRY_TIMEOUT);
    this.builder = new ServiceBusClientBuilder().retryOptions(options);
    if (settings.connectionString() != null) {
      builder.connectionString(settings.connectionString().reveal());
    } else {
      builder.credential(
          Objects.requireNonNull(settings.namespace(), "a region has one of the two"),
          new DefaultAzureCredentialBuilder().build());
    }
  }

  /** The region. */
  public RegionName region() {
    return region;
  }

  /**
   * The copies that {@code wanted} lets through among the first {@code most} of the queue, or of
   * its dead letters.
   *
   * @throws RegionUnreachableException when the broker does not answer
   */
  public Look look(boolean isDead, int most, Predicate<QueuedCopy> wanted) {
    List<QueuedCopy> found = new ArrayList<>();
    long from = 0;
    int seen = 0;
    while (seen < most) {
      long next = from;
      List<ServiceBusReceivedMessage> page =
          asked(() -> receiver(isDead).peekMessages(PAGE, next).stream().toList());
      if (page.isEmpty()) {
        return new Look(found, true);
      }
      for (ServiceBusReceivedMessage message : page) {
        QueuedCopy copy = CopyMapping.map(region, isDead, message);
        if (wanted.test(copy)) {
          found.add(copy);
        }
      }
      seen += page.size();
      from = page.get(page.size() - 1).getSequenceNumber() + 1;
    }
    return new Look(found, false);
  }

  /**
   * The next dead letters, locked; none when there are no more that are not locked by others.
   *
   * @throws RegionUnreachableException when the broker does not answer
   */
  public List<LockedLetter> receiveLetters(int most) {
    ServiceBusReceiverClient client = receiver(true);
    return asked(
        () ->
            client.receiveMessages(most, FIRST_LETTER).stream()
                .map(message -> new LockedLetter(this, client, message))
                .toList());
  }

  /**
   * Sends {@code message}, and returns when the broker has it.
   *
   * @throws RegionUnreachableException when the broker does not say that it has it
   */
  void send(ServiceBusMessage message) {
    if (sender == null) {
      var senders = builder.sender();
      sender =
          (entity.isTopic() ? senders.topicName(entity.name()) : senders.queueName(entity.name()))
              .buildClient();
    }
    ServiceBusSenderClient client = sender;
    asked(
        () -> {
          client.sendMessage(message);
          return true;
        });
  }

  <T> T asked(Supplier<T> call) {
    reach();
    try {
      return call.get();
    } catch (RuntimeException e) {
      isReached = false;
      String why = reason(e);
      throw new RegionUnreachableException(region, why, e);
    }
  }

  /** The SDK does not say that nobody listens; it waits for its timeout. */
  private void reach() {
    if (isReached) {
      return;
    }
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(address.getHostString(), address.getPort()),
          Math.toIntExact(CONNECT_TIMEOUT.toMillis()));
      isReached = true;
    } catch (IOException e) {
      throw new RegionUnreachableException(
          region,
          "no connection to %s:%d".formatted(address.getHostString(), address.getPort()),
          e);
    }
  }

  private static InetSocketAddress address(RegionSettings settings) {
    String endpoint = settings.endpoint();
    int colon = endpoint.lastIndexOf(':');
    if (colon >= 0 && endpoint.substring(colon + 1).matches("\\d{1,5}")) {
      return InetSocketAddress.createUnresolved(
          endpoint.substring(0, colon), Integer.parseInt(endpoint.substring(colon + 1)));
    }
    boolean isEmulator =
        settings.connectionString() != null && isEmulator(settings.connectionString().reveal());
    return InetSocketAddress.createUnresolved(endpoint, isEmulator ? EMULATOR_PORT : AMQPS_PORT);
  }

  static boolean isEmulator(String connectionString) {
    return connectionString.toLowerCase(Locale.ROOT).contains("usedevelopmentemulator=true");
  }

  /** The SDK's own timeout speaks of its operators; that is nothing to a person. */
  private static String reason(RuntimeException failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    String text = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    return cause instanceof TimeoutException || text.startsWith("Did not observe")
        ? "no answer within %d s".formatted(TRY_TIMEOUT.toSeconds())
        : text;
  }

  private ServiceBusReceiverClient receiver(boolean isDead) {
    ServiceBusReceiverClient known = isDead ? letters : copies;
    if (known != null) {
      return known;
    }
    var receivers =
        builder.receiver().disableAutoComplete().maxAutoLockRenewDuration(Duration.ZERO);
    if (isDead) {
      receivers.subQueue(SubQueue.DEAD_LETTER_QUEUE);
    }
    if (entity.subscription().isPresent()) {
      receivers.topicName(entity.name()).subscriptionName(entity.subscription().get());
    } else {
      receivers.queueName(entity.name());
    }
    ServiceBusReceiverClient client = receivers.buildClient();
    if (isDead) {
      letters = client;
    } else {
      copies = client;
    }
    return client;
  }

  @Override
  public void close() {
    if (copies != null) {
      copies.close();
    }
    if (letters != null) {
      letters.close();
    }
    if (sender != null) {
      sender.close();
    }
  }
}
