package io.twinbus.local.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusClientBuilder.ServiceBusReceiverClientBuilder;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.azure.messaging.servicebus.models.ServiceBusReceiveMode;
import com.azure.messaging.servicebus.models.SubQueue;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * The real SDK's clients for one namespace, as an application would build them: no retries, no lock
 * renewal and no settlement behind its back. Closing it closes them all. Not thread-safe.
 */
public final class ServiceBusUser implements AutoCloseable {
  /** How long to wait for what must come, on a slow and busy machine too. */
  public static final Duration SOON = Duration.ofSeconds(45);

  /** How long to wait for what must not come. */
  public static final Duration A_MOMENT = Duration.ofMillis(300);

  /** As long: it ends no call that the service answers. */
  private static final Duration TRY_TIMEOUT = SOON;

  private final String connectionString;
  private final ServiceBusClientBuilder builder;
  private final Deque<Runnable> open = new ArrayDeque<>();

  ServiceBusUser(String connectionString) {
    this(connectionString, TRY_TIMEOUT);
  }

  private ServiceBusUser(String connectionString, Duration tryTimeout) {
    this.connectionString = connectionString;
    this.builder =
        new ServiceBusClientBuilder()
            .connectionString(connectionString)
            .retryOptions(new AmqpRetryOptions().setTryTimeout(tryTimeout).setMaxRetries(0));
  }

  /** Another application with a connection of its own. */
  public ServiceBusUser another() {
    return hasty(TRY_TIMEOUT);
  }

  /** Another application that gives up each call after this time. */
  public ServiceBusUser hasty(Duration tryTimeout) {
    ServiceBusUser other = new ServiceBusUser(connectionString, tryTimeout);
    open.push(other::close);
    return other;
  }

  /** How it connects. */
  public String connectionString() {
    return connectionString;
  }

  /** For clients of another kind; {@link #keep} closes them. Clients of one user share a socket. */
  public ServiceBusClientBuilder builder() {
    return builder;
  }

  /** Closes this client after the test. */
  public <T extends AutoCloseable> T keep(T client) {
    open.push(
        () -> {
          try {
            client.close();
          } catch (Exception e) {
            throw new IllegalStateException("A client would not close.", e);
          }
        });
    return client;
  }

  /** A sender to a queue or topic's queue. */
  public ServiceBusSenderClient sender(String queue) {
    return keep(builder.sender().queueName(queue).buildClient());
  }

  /** A peek-lock receiver of a queue without sessions. */
  public ServiceBusReceiverClient receiver(String queue) {
    return keep(
        builder
            .receiver()
            .disableAutoComplete()
            .maxAutoLockRenewDuration(Duration.ZERO)
            .queueName(queue)
            .buildClient());
  }

  /** A peek-lock receiver of a subscription without sessions. */
  public ServiceBusReceiverClient subscriber(String topic, String subscription) {
    return keep(ofSubscription(topic, subscription).buildClient());
  }

  /** A peek-lock receiver of a subscription's dead letters. */
  public ServiceBusReceiverClient subscribersDeadLetters(String topic, String subscription) {
    return keep(
        ofSubscription(topic, subscription).subQueue(SubQueue.DEAD_LETTER_QUEUE).buildClient());
  }

  private ServiceBusReceiverClientBuilder ofSubscription(String topic, String subscription) {
    return builder
        .receiver()
        .disableAutoComplete()
        .maxAutoLockRenewDuration(Duration.ZERO)
        .topicName(topic)
        .subscriptionName(subscription);
  }

  /** A receive-and-delete receiver of a queue without sessions. */
  public ServiceBusReceiverClient taker(String queue) {
    return keep(
        builder
            .receiver()
            .receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE)
            .queueName(queue)
            .buildClient());
  }

  /** A peek-lock receiver of a queue's dead letters. */
  public ServiceBusReceiverClient deadLetters(String queue) {
    return keep(
        builder
            .receiver()
            .disableAutoComplete()
            .maxAutoLockRenewDuration(Duration.ZERO)
            .queueName(queue)
            .subQueue(SubQueue.DEAD_LETTER_QUEUE)
            .buildClient());
  }

  /** Accepts sessions of a queue. */
  public ServiceBusSessionReceiverClient sessions(String queue) {
    return keep(
        builder
            .sessionReceiver()
            .disableAutoComplete()
            .maxAutoLockRenewDuration(Duration.ZERO)
            .queueName(queue)
            .buildClient());
  }

  /** Accepts one session by its id. */
  public ServiceBusReceiverClient accept(String queue, String session) {
    return keep(sessions(queue).acceptSession(session));
  }

  /** Accepts whichever session is next. */
  public ServiceBusReceiverClient acceptNext(String queue) {
    return keep(sessions(queue).acceptNextSession());
  }

  /** The next message, which must come soon. */
  public static ServiceBusReceivedMessage one(ServiceBusReceiverClient receiver) {
    return receiver.receiveMessages(1, SOON).stream()
        .findFirst()
        .orElseThrow(() -> new AssertionError("No message came within " + SOON + "."));
  }

  /** So many next messages, which must come soon. */
  public static List<ServiceBusReceivedMessage> some(ServiceBusReceiverClient receiver, int count) {
    List<ServiceBusReceivedMessage> got = new ArrayList<>();
    while (got.size() < count) {
      int before = got.size();
      receiver.receiveMessages(count - before, SOON).forEach(got::add);
      if (got.size() == before) {
        throw new AssertionError("Only " + before + " of " + count + " messages came.");
      }
    }
    return got;
  }

  /** So many messages, which must come soon, and none after them. */
  public static List<ServiceBusReceivedMessage> just(ServiceBusReceiverClient receiver, int count) {
    List<ServiceBusReceivedMessage> got = some(receiver, count);
    got.addAll(soFar(receiver));
    assertThat(got).hasSize(count);
    return got;
  }

  /** What comes within a moment: to be used for what must not come. */
  public static List<ServiceBusReceivedMessage> soFar(ServiceBusReceiverClient receiver) {
    return receiver.receiveMessages(10, A_MOMENT).stream().toList();
  }

  /**
   * Waits until the SDK has heard that the service ended this receiver's link.
   *
   * <p>A settlement that crosses the end of its link has no outcome: the service answers nothing on
   * a link that it has ended, and this SDK version forgets one that it hands to its reactor after
   * the end, so that the caller waits for its whole timeout. Once the SDK knows, it settles through
   * the management node, and the service answers.
   */
  public static void untilEnded(ServiceBusReceiverClient receiver) {
    assertThatThrownBy(() -> receiver.receiveMessages(1, SOON).forEach(message -> {}))
        .hasMessageContaining("The receiver client is terminated");
  }

  /** How the service refuses this call; fails if it does not. */
  public static ServiceBusException refusal(ThrowingCallable call) {
    return requireNonNull(catchThrowableOfType(ServiceBusException.class, call), "it is refused");
  }

  /** A message without session. */
  public static ServiceBusMessage message(String id) {
    return new ServiceBusMessage("body of " + id).setMessageId(id);
  }

  /** A message of a session. */
  public static ServiceBusMessage message(String session, String id) {
    return message(id).setSessionId(session);
  }

  /** Messages of a session with the ids 1 to {@code count}. */
  public static List<ServiceBusMessage> messages(String session, int count) {
    return new ArrayList<>(
        IntStream.rangeClosed(1, count)
            .mapToObj(number -> message(session, Integer.toString(number)))
            .toList());
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      open.pop().run();
    }
  }
}
