package io.twinbus.local.conformance.servicebus;

import static io.twinbus.local.conformance.ServiceBusUser.message;
import static io.twinbus.local.conformance.ServiceBusUser.one;
import static io.twinbus.local.conformance.ServiceBusUser.some;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.conformance.ServiceBusTarget;
import io.twinbus.local.servicebus.InvalidEndpointSettingException;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet(
    value = "Service Bus: settings",
    notEmulated = {
      "Forwarding to other entities, partitioned and express entities.",
      "The service's choice of entity sizes (1 to 5 GB): any size can be set.",
      "Limits of a namespace: connections, receivers, entities, session states.",
      "The limits of a message's properties (32 KB each, 64 KB together)."
    })
class SettingRulesTest {
  private static final Duration A_LITTLE = Duration.ofSeconds(1);

  @RegisterExtension
  static final ServiceBusTarget BUS = ServiceBusTarget.with(QueueSettings.plainQueue("often"));

  @Rule(
      id = "sb-setting-defaults",
      text =
          "An entity about which nothing is said locks for a minute, delivers ten times, keeps"
              + " messages as long as it can, in 256 KB each, and looks for no duplicates.",
      doc = Pages.QUOTAS)
  void hasTheServicesDefaults() {
    BUS.local(); // an emulator's time to live is an hour at most, and a namespace's tier counts
    ServiceBusSenderClient sender = BUS.user().sender("often");
    sender.sendMessage(message("1"));
    sender.sendMessage(message("1"));
    ServiceBusReceiverClient receiver = BUS.user().receiver("often");

    assertThat(sender.createMessageBatch().getMaxSizeInBytes()).isEqualTo(256 * 1024);
    BUS.pass(Duration.ofDays(10_000));
    ServiceBusReceivedMessage first = some(receiver, 2).get(0);
    assertThat(Duration.between(BUS.now(), first.getLockedUntil().toInstant()))
        .isBetween(Duration.ofSeconds(45), Duration.ofSeconds(75));
    for (int failed = 0; failed < 9; failed++) {
      receiver.abandon(first);
      first = one(receiver);
    }
    assertThat(first.getDeliveryCount()).isEqualTo(9);
    receiver.abandon(first);
    assertThat(one(BUS.user().deadLetters("often")).getDeadLetterReason())
        .isEqualTo("MaxDeliveryCountExceeded");
  }

  @Rule(
      id = "sb-setting-limits",
      text =
          "Limits of settings: locks of 5 min at most, an idle time of 5 min and a duplicate window"
              + " of 20 s to 7 days, names of 260 characters, of subscriptions 50.",
      doc = Pages.QUOTAS)
  void refusesSettingsBeyondTheLimits() {
    QueueSettings queue = QueueSettings.plainQueue("often");
    Duration lock = Duration.ofMinutes(5);
    Duration shortest = Duration.ofSeconds(20);
    Duration longest = Duration.ofDays(7);
    queue = queue.withLockDuration(lock).withAutoDeleteOnIdle(lock);
    queue = queue.withDuplicateDetection(longest).withDuplicateDetection(shortest);
    QueueSettings fitting = queue;
    QueueSettings.plainQueue("q".repeat(260));
    SubscriptionSettings.plain("s".repeat(50));

    Map<String, ThrowingCallable> beyond =
        Map.of(
            "lock", () -> fitting.withLockDuration(lock.plus(A_LITTLE)),
            "idle", () -> fitting.withAutoDeleteOnIdle(lock.minus(A_LITTLE)),
            "window too short", () -> fitting.withDuplicateDetection(shortest.minus(A_LITTLE)),
            "window too long", () -> fitting.withDuplicateDetection(longest.plus(A_LITTLE)),
            "no delivery", () -> fitting.withMaxDeliveryCount(0),
            "queue's name", () -> QueueSettings.plainQueue("q".repeat(261)),
            "topic's name", () -> TopicSettings.topic("t".repeat(261)),
            "subscription's name", () -> SubscriptionSettings.plain("s".repeat(51)));

    beyond.forEach(
        (what, call) ->
            assertThatThrownBy(call).as(what).isInstanceOf(InvalidEndpointSettingException.class));
  }

  @Rule(
      id = "sb-setting-fixed",
      text = "Whether an entity has sessions, and looks for duplicates, is fixed when it is made.",
      doc = Pages.SESSIONS)
  void keepsWhatIsFixedAtCreation() {
    ServiceBusEndpoint local = BUS.local();
    QueueSettings looking =
        QueueSettings.plainQueue("often").withDuplicateDetection(Duration.ofMinutes(1));

    assertThatThrownBy(() -> local.update(looking))
        .isInstanceOf(InvalidEndpointSettingException.class);
    assertThatThrownBy(() -> local.update(QueueSettings.sessionQueue("often")))
        .isInstanceOf(InvalidEndpointSettingException.class);
    BUS.user().sender("often").sendMessage(message("1"));
    assertThat(one(BUS.user().receiver("often")).getMessageId()).isEqualTo("1");
  }
}
