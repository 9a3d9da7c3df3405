package io.twinbus.receiver.servicebus;

import com.azure.core.amqp.AmqpRetryMode;
import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.core.credential.TokenCredential;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverAsyncClient;
import com.azure.messaging.servicebus.models.ServiceBusReceiveMode;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.rules.DeliveryWatch;
import io.twinbus.servicebus.RegionClients;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * One connection to the region, and the clients that share it.
 *
 * <p>The SDK reconnects by itself underneath; it never retries an operation here, because an
 * operation that is tried again behind our back takes longer than its bound. Callers bound every
 * operation themselves, shorter than the SDK does. Thread-safe.
 */
final class Connection {

  /** The SDK adds its server-busy back-off of 4 s to the delay and refuses a smaller maximum. */
  private static final Duration MAX_DELAY = Duration.ofSeconds(6);

  /** How much less than its own timeout the SDK lets the broker wait. */
  private static final Duration SDK_SLACK = Duration.ofSeconds(1);

  /** How long after the broker's answer was due an accept is given up. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Token and question, a link's attach and a request each, and one to spare. */
  private static final int STEPS_OF_A_QUESTION = 5;

  private final ServiceBusSessionReceiverAsyncClient sessions;
  private final ServiceBusReceiverAsyncClient probe;
  private final AtomicInteger held = new AtomicInteger();
  private final DeliveryWatch deliveries = new DeliveryWatch();
  private final AtomicBoolean retired = new AtomicBoolean();
  private final Questions questions;

  /**
   * @param onStuck hears that the connection must be made anew, because it leaves questions
   *     unanswered; perhaps more than once
   */
  Connection(
      ServiceBusSettings settings,
      Supplier<TokenCredential> credential,
      Clocks clocks,
      Consumer<Connection> onStuck) {
    Duration wait = settings.limits().brokerWait().plus(SDK_SLACK);
    this.questions =
        new Questions(clocks, wait.multipliedBy(STEPS_OF_A_QUESTION), () -> onStuck.accept(this));
    AmqpRetryOptions options = options().setTryTimeout(wait.plus(PATIENCE));
    ServiceBusClientBuilder builder =
        RegionClients.withCredentialFrom(credential)
            .builder(settings.region())
            .retryOptions(options);
    EntitySettings entity = settings.entity();
    var sessionReceiver =
        builder
            .sessionReceiver()
            .receiveMode(ServiceBusReceiveMode.PEEK_LOCK)
            .prefetchCount(0)
            .disableAutoComplete()
            .maxAutoLockRenewDuration(Duration.ZERO);
    var plainReceiver = builder.receiver().disableAutoComplete();
    if (entity.subscription().isPresent()) {
      String subscription = entity.subscription().get();
      sessionReceiver.topicName(entity.name()).subscriptionName(subscription);
      plainReceiver.topicName(entity.name()).subscriptionName(subscription);
    } else {
      sessionReceiver.queueName(entity.name());
      plainReceiver.queueName(entity.name());
    }
    this.sessions = sessionReceiver.buildAsyncClient();
    this.probe = plainReceiver.buildAsyncClient();
    // The session client has taken its timeout by now; links read theirs when they are made. Were
    // both the same, a session granted a second late would stay locked without a receiver (decision
    // 5).
    options.setTryTimeout(wait);
  }

  /** Waits for a session as long as it takes; the SDK asks anew after each wait. */
  Mono<ServiceBusReceiverAsyncClient> acceptNext() {
    return sessions.acceptNextSession();
  }

  /** Looks at the entity without locking anything: an answer says that the region is there. */
  Mono<ServiceBusReceivedMessage> peek() {
    return questions.ask(probe.peekMessage());
  }

  /** Asks what goes over the entity's management link, whichever client asks. */
  Questions questions() {
    return questions;
  }

  /** Counts a session, accepted or being waited for, if the connection has room for it. */
  boolean tryHold(int limit) {
    return held.getAndUpdate(n -> n < limit ? n + 1 : n) < limit;
  }

  void release() {
    held.decrementAndGet();
  }

  /** How many sessions it has, accepted or being waited for. */
  int held() {
    return held.get();
  }

  /** Whether it delivers. */
  DeliveryWatch deliveries() {
    return deliveries;
  }

  /** From now on it is of no use; whether it was until now. */
  boolean retire() {
    return retired.compareAndSet(false, true);
  }

  boolean isRetired() {
    return retired.get();
  }

  /** Blocks, for seconds when the region does not answer. */
  void close() {
    sessions.close();
    probe.close();
  }

  private static AmqpRetryOptions options() {
    return new AmqpRetryOptions()
        .setMode(AmqpRetryMode.FIXED)
        .setMaxRetries(0)
        .setDelay(Duration.ofMillis(500))
        .setMaxDelay(MAX_DELAY);
  }
}
