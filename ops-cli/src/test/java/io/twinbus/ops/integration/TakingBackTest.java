package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.local.LocalStack;
import io.twinbus.ops.servicebus.QueueAccess;
import io.twinbus.ops.servicebus.QueuedCopy;
import io.twinbus.ops.servicebus.RegionQueue;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.RegionSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Standby copies are taken back before their time, and not after it. */
class TakingBackTest {

  private static final Duration LATER = Duration.ofHours(1);

  private final AtomicReference<Duration> passed = new AtomicReference<>(Duration.ZERO);

  @AutoClose
  private final LocalStack stack =
      LocalStack.builder().clock(() -> Instant.now().plus(passed.get())).start();

  @AutoClose
  private final ServiceBusSenderClient sender =
      new ServiceBusClientBuilder()
          .connectionString(stack.connectionString("east"))
          .sender()
          .queueName(EntitySettings.DEFAULT_QUEUE)
          .buildClient();

  @AutoClose
  private final RegionQueue queue =
      QueueAccess.serviceBus()
          .open(
              new RegionSettings(
                  new RegionName("east"), null, new Secret(stack.connectionString("east"))),
              EntitySettings.named(FlatSettings.of(Map.of())));

  @Test
  void aCopyWhoseTimeIsToComeIsTakenBackOnce() {
    long number = schedule();

    assertThat(queue.cancel(number)).isTrue();

    assertThat(waiting()).isEmpty();
    assertThat(queue.cancel(number)).as("a second time").isFalse();
  }

  @Test
  void aCopyWhoseTimeHasComeStaysAndIsNotCounted() {
    long number = schedule();
    passed.set(LATER.plusMinutes(1));

    assertThat(queue.cancel(number)).isFalse();

    assertThat(waiting()).extracting(QueuedCopy::place).containsExactly(QueuedCopy.Place.ACTIVE);
  }

  private long schedule() {
    return sender.scheduleMessage(
        new ServiceBusMessage("body").setMessageId("1").setSessionId("s"),
        Instant.now().plus(LATER).atOffset(ZoneOffset.UTC));
  }

  private List<QueuedCopy> waiting() {
    return queue.look(false, 10, copy -> true).copies();
  }
}
