package io.twinbus.testkit.contract;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.servicebus.ServiceBusBroker;
import io.twinbus.receiver.servicebus.ServiceBusSettings;
import io.twinbus.testkit.broker.contract.BrokerSite;
import io.twinbus.testkit.broker.contract.SentCopy;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/** A session queue of a namespace, through the real SDK. */
final class ServiceBusSite implements BrokerSite, AutoCloseable {

  private static final RegionName EAST = new RegionName("east");
  private static final int AT_ONCE = 200;
  private static final int PAGE = 250;

  /** What one search passes at most: eight pages of 250. */
  private static final int REACH = 2_000;

  private final String connectionString;
  private final String queue;
  private final Duration lockDuration;
  private final @Nullable Mishaps mishaps;
  private final ServiceBusBroker broker;

  ServiceBusSite(
      String connectionString, String queue, Duration lockDuration, @Nullable Mishaps mishaps) {
    this.connectionString = connectionString;
    this.queue = queue;
    this.lockDuration = lockDuration;
    this.mishaps = mishaps;
    this.broker =
        new ServiceBusBroker(
            new ServiceBusSettings(
                new RegionSettings(EAST, null, new Secret(connectionString)),
                new EntitySettings(queue, Optional.empty()),
                new ServiceBusSettings.Limits(
                    Duration.ofMillis(1_500),
                    Duration.ofSeconds(2),
                    4,
                    25,
                    Duration.ofMillis(500),
                    Duration.ofSeconds(20))),
            Clocks.system());
  }

  @Override
  public Broker broker() {
    return broker;
  }

  @Override
  public void send(List<SentCopy> copies) {
    try (ServiceBusSenderClient sender = clients().sender().queueName(queue).buildClient()) {
      for (int from = 0; from < copies.size(); from += AT_ONCE) {
        sender.sendMessages(
            copies.subList(from, Math.min(from + AT_ONCE, copies.size())).stream()
                .map(ServiceBusSite::message)
                .toList());
      }
    }
  }

  @Override
  public int unsettled() {
    return peek(SubQueue.NONE).size();
  }

  @Override
  public List<DeadLetter> deadLetters() {
    return peek(SubQueue.DEAD_LETTER_QUEUE).stream()
        .map(
            message ->
                new DeadLetter(
                    new SessionId(message.getSessionId()),
                    seq(message),
                    message.getDeadLetterReason(),
                    message.getDeadLetterErrorDescription()))
        .toList();
  }

  @Override
  public boolean await(BooleanSupplier condition, Duration bound) {
    try {
      within(bound).until(condition::getAsBoolean);
      return true;
    } catch (ConditionTimeoutException e) {
      return false;
    }
  }

  @Override
  public void letTimePass(Duration time) {
    Instant end = Instant.now().plus(time);
    within(time.plusSeconds(10)).until(() -> !Instant.now().isBefore(end));
  }

  @Override
  public Duration lockDuration() {
    return lockDuration;
  }

  @Override
  public int searchReach() {
    return REACH;
  }

  @Override
  public Optional<Mishaps> mishaps() {
    return Optional.ofNullable(mishaps);
  }

  @Override
  public void close() {
    broker.close();
  }

  private ServiceBusClientBuilder clients() {
    return new ServiceBusClientBuilder().connectionString(connectionString);
  }

  private List<ServiceBusReceivedMessage> peek(SubQueue part) {
    List<ServiceBusReceivedMessage> all = new ArrayList<>();
    try (ServiceBusReceiverClient peeker =
        clients().receiver().queueName(queue).subQueue(part).buildClient()) {
      long from = 0;
      List<ServiceBusReceivedMessage> page;
      do {
        page = peeker.peekMessages(PAGE, from).stream().toList();
        all.addAll(page);
        from = page.isEmpty() ? from : page.get(page.size() - 1).getSequenceNumber() + 1;
      } while (!page.isEmpty());
    }
    return all;
  }

  private static long seq(ServiceBusReceivedMessage message) {
    return SequencedHeaders.parse(message.getApplicationProperties())
            instanceof ParsedHeaders.Sequenced sequenced
        ? sequenced.headers().position().seq()
        : 0;
  }

  private static ServiceBusMessage message(SentCopy copy) {
    ServiceBusMessage message =
        new ServiceBusMessage("copy " + copy.seq())
            .setMessageId(copy.session().wire().hashCode() + "-" + copy.seq())
            .setSessionId(copy.session().wire());
    SequencedHeaders headers =
        new SequencedHeaders(
            new Position(copy.stream(), copy.seq(), copy.seq() - 1),
            copy.seq() == 1 ? null : Instant.now(),
            EAST,
            Instant.now(),
            null);
    message.getApplicationProperties().putAll(headers.toProperties());
    if (!copy.delay().isZero()) {
      message.setScheduledEnqueueTime(OffsetDateTime.now(ZoneOffset.UTC).plus(copy.delay()));
    }
    return message;
  }

  private static ConditionFactory within(Duration bound) {
    return Awaitility.await()
        .atMost(bound)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(20));
  }
}
