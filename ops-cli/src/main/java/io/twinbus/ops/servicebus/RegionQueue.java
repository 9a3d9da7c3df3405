package io.twinbus.ops.servicebus;

import com.azure.core.amqp.AmqpRetryMode;
import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import com.azure.messaging.servicebus.models.SubQueue;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.servicebus.PlainConnection;
import io.twinbus.servicebus.RegionClients;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One region's queue and its dead letters, for an operator to read, send to and clear.
 *
 * <p>Peeking locks nothing, so receivers do not notice it. A plain connection tells within 2 s
 * whether the region listens at all. After that every call blocks for 15 s at most; the SDK does
 * not retry it. Not thread-safe.
 */
public final class RegionQueue implements AutoCloseable {

  private static final int PAGE = 250;
  private static final Duration TRY_TIMEOUT = Duration.ofSeconds(15);
  private static final Duration MAX_DELAY = Duration.ofSeconds(6);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration FIRST_LETTER = Duration.ofSeconds(2);

  private final RegionName region;
  private final ServiceBusClientBuilder builder;
  private final EntitySettings entity;
  private final PlainConnection connection;
  private boolean isReached;
  private @Nullable ServiceBusReceiverClient copies;
  private @Nullable ServiceBusReceiverClient letters;
  private @Nullable ServiceBusSenderClient sender;

  /** The copies that peeking found, and whether it reached the end of the queue. */
  public record Look(List<QueuedCopy> copies, boolean isWhole) {}

  RegionQueue(RegionSettings settings, EntitySettings entity) {
    this.region = settings.name();
    this.entity = entity;
    this.connection = PlainConnection.to(settings);
    AmqpRetryOptions options =
        new AmqpRetryOptions()
            .setMode(AmqpRetryMode.FIXED)
            .setMaxRetries(0)
            .setDelay(Duration.ofMillis(500))
            .setMaxDelay(MAX_DELAY)
            .setTryTimeout(TRY_TIMEOUT);
    this.builder = RegionClients.withDefaultCredential().builder(settings).retryOptions(options);
  }

  /** The region. */
  public RegionName region() {
    return region;
  }

  /**
   * The copies that {@code wanted} lets through among the first {@code most} of the queue, or of
   * its dead letters. Bodies are held a page at a time, as {@link PageBound} says.
   *
   * @throws RegionUnreachableException when the broker does not answer
   */
  public Look look(boolean isDead, int most, Predicate<QueuedCopy> wanted) {
    List<QueuedCopy> found = new ArrayList<>();
    PageBound bound = new PageBound(PAGE);
    long from = 0;
    int seen = 0;
    while (seen < most) {
      long next = from;
      int copies = Math.min(bound.next(), most - seen);
      List<ServiceBusReceivedMessage> page =
          asked(() -> receiver(isDead).peekMessages(copies, next).stream().toList());
      if (page.isEmpty()) {
        return new Look(found, true);
      }
      for (ServiceBusReceivedMessage message : page) {
        QueuedCopy copy = CopyMapping.map(region, isDead, message);
        if (wanted.test(copy)) {
          found.add(copy);
        }
      }
      bound.took(page.stream().mapToLong(CopyMapping::bodyBytes).max().orElse(0));
      seen += page.size();
      from = page.get(page.size() - 1).getSequenceNumber() + 1;
    }
    return new Look(found, false);
  }

  /**
   * What {@code copy} carries; empty when it is no longer where it was.
   *
   * @throws RegionUnreachableException when the broker does not answer
   */
  public Optional<QueuedBody> body(QueuedCopy copy) {
    boolean isDead = copy.place() == QueuedCopy.Place.DEAD_LETTER;
    long number = copy.at().number();
    return asked(() -> receiver(isDead).peekMessages(1, number).stream().findFirst())
        .filter(message -> message.getSequenceNumber() == number)
        .map(CopyMapping::body);
  }

  /**
   * The next dead letters, locked. None when no letter is left that no other process has locked.
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
    ServiceBusSenderClient client = sender();
    asked(
        () -> {
          client.sendMessage(message);
          return true;
        });
  }

  private ServiceBusSenderClient sender() {
    ServiceBusSenderClient known = sender;
    if (known == null) {
      var senders = builder.sender();
      known =
          (entity.isTopic() ? senders.topicName(entity.name()) : senders.queueName(entity.name()))
              .buildClient();
      sender = known;
    }
    return known;
  }

  /**
   * Takes the scheduled copy {@code number} out of the queue; false when it is not scheduled any
   * longer. The SDK reports success also where the broker has no such copy, so this looks for it
   * first: a copy that comes due between the two requests stays and is counted as taken.
   *
   * @throws RegionUnreachableException when the broker does not answer
   */
  public boolean cancel(long number) {
    boolean isScheduled =
        asked(() -> receiver(false).peekMessages(1, number).stream().findFirst())
            .filter(message -> message.getSequenceNumber() == number)
            .filter(message -> message.getState() == ServiceBusMessageState.SCHEDULED)
            .isPresent();
    if (isScheduled) {
      ServiceBusSenderClient client = sender();
      asked(
          () -> {
            client.cancelScheduledMessage(number);
            return true;
          });
    }
    return isScheduled;
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

  /** Without it the SDK would wait for its timeout where no process listens. */
  private void reach() {
    if (isReached) {
      return;
    }
    try {
      connection.reach(CONNECT_TIMEOUT);
      isReached = true;
    } catch (IOException e) {
      throw new RegionUnreachableException(
          region, "no connection to %s".formatted(connection.address()), e);
    }
  }

  /**
   * In words for an operator: the SDK's own timeout names its reactive operators, and a refused
   * credential the links that it was for.
   */
  private String reason(RuntimeException failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    if (isUnauthorized(failure) || isUnauthorized(cause)) {
      return "it refuses the credential: renew twinbus.regions.%s.connection-string, or give the identity its role"
          .formatted(region);
    }
    String text = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    return cause instanceof TimeoutException || text.startsWith("Did not observe")
        ? "no answer within %d s".formatted(TRY_TIMEOUT.toSeconds())
        : text;
  }

  private static boolean isUnauthorized(Throwable error) {
    return (error instanceof ServiceBusException refused
            && ServiceBusFailureReason.UNAUTHORIZED.equals(refused.getReason()))
        || (error instanceof AmqpException amqp
            && AmqpErrorCondition.UNAUTHORIZED_ACCESS.equals(amqp.getErrorCondition()));
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
