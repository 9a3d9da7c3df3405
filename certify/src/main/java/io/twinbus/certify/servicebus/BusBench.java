package io.twinbus.certify.servicebus;

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
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.twinbus.certify.run.AnswerTimes;
import io.twinbus.certify.run.Measured;
import io.twinbus.certify.run.Pace;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.servicebus.RegionClients;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * A region's two session queues on which checks try Service Bus: one for sessions that are asked
 * for by their ids, one for receivers that take any session.
 *
 * <p>Every call blocks for 15 s at most, keeps the pace, and is not repeated by the SDK.
 * Thread-safe: each check uses sessions of its own.
 */
public final class BusBench implements AutoCloseable {

  /** The lock of the queues' sessions: the shortest that Service Bus has. */
  static final Duration LOCK = Duration.ofSeconds(5);

  private static final Duration TRY_TIMEOUT = Duration.ofSeconds(15);
  private static final Duration MAX_DELAY = Duration.ofSeconds(6);
  // The SDK has no name for it where a client accepts a session by its id.
  private static final String CANNOT_BE_LOCKED = "com.microsoft:session-cannot-be-locked";
  private static final int MOST_PEEKED = 250;

  /** How often a session is asked for whose receiver was closed: for 3 s, less than the lock. */
  static final int MOST_ASKED_AGAIN = 12;

  private static final Duration BETWEEN_ASKS = Duration.ofMillis(250);
  private static final String SEND = "send";

  private final RegionSettings region;
  private final String queue;
  private final Pace pace;
  private final AnswerTimes times;
  private final ServiceBusSenderClient sender;
  private final ServiceBusSenderClient spareSender;
  private final ServiceBusSessionReceiverClient sessions;
  private final ServiceBusSessionReceiverClient rivals;
  private final ServiceBusSessionReceiverClient spareSessions;
  private final ServiceBusReceiverClient browser;
  private final ServiceBusReceiverClient letters;

  /** A bench on {@code queue}, and on {@code spare} for receivers that take any session. */
  BusBench(RegionSettings region, String queue, String spare, Pace pace) {
    this.region = region;
    this.queue = queue;
    this.pace = pace;
    this.times = new AnswerTimes(region.name().value(), pace::now);
    ServiceBusClientBuilder builder = builder(region);
    sender = builder.sender().queueName(queue).buildClient();
    spareSender = builder.sender().queueName(spare).buildClient();
    sessions = sessions(builder, queue);
    // Over a connection of its own: over one the SDK gives the link that it has to both.
    rivals = sessions(builder(region), queue);
    spareSessions = sessions(builder, spare);
    browser = builder.receiver().queueName(queue).disableAutoComplete().buildClient();
    letters =
        builder
            .receiver()
            .queueName(queue)
            .subQueue(SubQueue.DEAD_LETTER_QUEUE)
            .disableAutoComplete()
            .buildClient();
  }

  private static ServiceBusClientBuilder builder(RegionSettings region) {
    return RegionClients.withDefaultCredential()
        .builder(region)
        .retryOptions(
            new AmqpRetryOptions()
                .setMode(AmqpRetryMode.FIXED)
                .setMaxRetries(0)
                .setDelay(Duration.ofMillis(500))
                .setMaxDelay(MAX_DELAY)
                .setTryTimeout(TRY_TIMEOUT));
  }

  private static ServiceBusSessionReceiverClient sessions(
      ServiceBusClientBuilder builder, String queue) {
    return builder
        .sessionReceiver()
        .queueName(queue)
        .disableAutoComplete()
        .maxAutoLockRenewDuration(Duration.ZERO)
        .buildClient();
  }

  /** A sender over a connection that nothing else uses. */
  ServiceBusSenderClient openSender() {
    return builder(region).sender().queueName(queue).buildClient();
  }

  /** A message of {@code session} under an id of its own. */
  static ServiceBusMessage message(String session, int number) {
    return new ServiceBusMessage(session + " " + number)
        .setSessionId(session)
        .setMessageId(session + "-" + number);
  }

  /** Sends one message; returns when it is accepted. */
  void send(ServiceBusMessage message) throws InterruptedException {
    pace.await();
    times.timedAct(SEND, () -> sender.sendMessage(message));
  }

  /** Sends messages of one session in one batch. */
  void send(List<ServiceBusMessage> batch) throws InterruptedException {
    pace.await();
    times.timedAct("send a batch", () -> sender.sendMessages(batch));
  }

  /** Sends to the queue of receivers that take any session. */
  void sendSpare(ServiceBusMessage message) throws InterruptedException {
    pace.await();
    times.timedAct(SEND, () -> spareSender.sendMessage(message));
  }

  /** Schedules a message; answers its number. */
  long schedule(ServiceBusMessage message, Instant due) throws InterruptedException {
    pace.await();
    return times.timed(
        "schedule", () -> sender.scheduleMessage(message, due.atOffset(ZoneOffset.UTC)));
  }

  /**
   * Asks that a scheduled message be taken back. The SDK reports success also where there is no
   * such message any more.
   */
  void cancel(long number) throws InterruptedException {
    pace.await();
    sender.cancelScheduledMessage(number);
  }

  /**
   * The lock of {@code session}, which no receiver holds.
   *
   * @throws IllegalStateException when one does
   */
  HeldSession acceptFree(String session) throws InterruptedException {
    return accept(sessions, session)
        .orElseThrow(
            () -> new IllegalStateException("A session is locked that no receiver holds."));
  }

  /** The same for another receiver; empty: the first one holds it. */
  Optional<HeldSession> acceptAsRival(String session) throws InterruptedException {
    return accept(rivals, session);
  }

  /**
   * The lock of {@code session}, whose receiver has just been closed, for another one. The close
   * reaches the service some time after it has returned. So this asks {@link #MOST_ASKED_AGAIN}
   * times, over another connection: over the same one the SDK gives the link that it is closing.
   *
   * @throws IllegalStateException when the session is not free by then
   */
  HeldSession acceptAgain(String session) throws InterruptedException {
    for (int asked = 0; asked < MOST_ASKED_AGAIN; asked++) {
      Optional<HeldSession> held = acceptAsRival(session);
      if (held.isPresent()) {
        return held.get();
      }
      pauseFor(BETWEEN_ASKS);
    }
    throw new IllegalStateException("A session stayed locked after its receiver was closed.");
  }

  private Optional<HeldSession> accept(ServiceBusSessionReceiverClient client, String session)
      throws InterruptedException {
    pace.await();
    try {
      return Optional.of(
          new HeldSession(
              times.timed("accept a session", () -> client.acceptSession(session)), pace, times));
    } catch (ServiceBusException e) {
      if (ServiceBusFailureReason.SESSION_CANNOT_BE_LOCKED.equals(e.getReason())) {
        return Optional.empty();
      }
      throw e;
    } catch (AmqpException e) {
      AmqpErrorCondition condition = e.getErrorCondition();
      if (condition != null && condition.getErrorCondition().equals(CANNOT_BE_LOCKED)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** The lock of any session of the spare queue; empty: none was given in time. */
  Optional<HeldSession> acceptAnySpare() throws InterruptedException {
    pace.await();
    try {
      return Optional.of(
          new HeldSession(
              times.timed("accept any session", spareSessions::acceptNextSession), pace, times));
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof TimeoutException) {
        return Optional.empty();
      }
      throw e;
    } catch (ServiceBusException e) {
      if (ServiceBusFailureReason.SERVICE_TIMEOUT.equals(e.getReason())) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** The messages of {@code session} that peeking shows. */
  List<ServiceBusReceivedMessage> peek(String session) throws InterruptedException {
    return peeked(browser, session);
  }

  /** The dead letters of {@code session}. */
  List<ServiceBusReceivedMessage> deadLetters(String session) throws InterruptedException {
    return peeked(letters, session);
  }

  private List<ServiceBusReceivedMessage> peeked(ServiceBusReceiverClient from, String session)
      throws InterruptedException {
    pace.await();
    List<ServiceBusReceivedMessage> all =
        times.timed("peek", () -> from.peekMessages(MOST_PEEKED, 0).stream().toList());
    return new ArrayList<>(
        all.stream().filter(message -> session.equals(message.getSessionId())).toList());
  }

  /** How fast the region answered so far. */
  List<Measured> measured() {
    return times.measured();
  }

  /** Waits. */
  void pauseFor(Duration time) throws InterruptedException {
    pace.pauseFor(time);
  }

  /** The present by a clock that never jumps. */
  MonotonicTime now() {
    return pace.now();
  }

  @Override
  public void close() {
    sender.close();
    spareSender.close();
    sessions.close();
    rivals.close();
    spareSessions.close();
    browser.close();
    letters.close();
  }
}
