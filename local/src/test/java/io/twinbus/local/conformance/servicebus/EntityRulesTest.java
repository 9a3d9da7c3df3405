package io.twinbus.local.conformance.servicebus;

import static io.twinbus.local.conformance.ServiceBusUser.just;
import static io.twinbus.local.conformance.ServiceBusUser.message;
import static io.twinbus.local.conformance.ServiceBusUser.one;
import static io.twinbus.local.conformance.ServiceBusUser.refusal;
import static io.twinbus.local.conformance.ServiceBusUser.soFar;
import static io.twinbus.local.conformance.ServiceBusUser.untilEnded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.conformance.ServiceBusTarget;
import io.twinbus.local.conformance.ServiceBusUser;
import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.QueueSettings;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet("Service Bus: entities")
class EntityRulesTest {
  private static final String SUSPEND =
      "https://learn.microsoft.com/azure/service-bus-messaging/entity-suspend";
  private static final String LOCKS =
      "https://learn.microsoft.com/azure/service-bus-messaging/message-transfers-locks-settlement";
  private static final String IDLE =
      "https://learn.microsoft.com/azure/service-bus-messaging/message-expiration";

  @RegisterExtension
  static final ServiceBusTarget BUS =
      ServiceBusTarget.with(
          QueueSettings.plainQueue("jobs"),
          QueueSettings.sessionQueue("orders"),
          QueueSettings.plainQueue("temp").withAutoDeleteOnIdle(Duration.ofMinutes(5)));

  @Rule(
      id = "sb-entity-change-locks",
      text = "Changing an entity's settings drops its locks; no failed delivery is counted.",
      doc = LOCKS)
  void dropsLocksWhenSettingsChange() {
    BUS.user().sender("jobs").sendMessage(message("1"));
    ServiceBusReceiverClient holder = BUS.user().receiver("jobs");
    ServiceBusReceivedMessage held = one(holder);

    BUS.local().update(QueueSettings.plainQueue("jobs").withLockDuration(Duration.ofMinutes(2)));

    assertThatThrownBy(() -> holder.complete(held)).isInstanceOf(RuntimeException.class);
    ServiceBusReceivedMessage again = one(BUS.user().receiver("jobs"));
    assertThat(again.getDeliveryCount()).isZero();
    assertThat(again.getLockedUntil().toInstant()).isAfter(BUS.now().plusSeconds(90));
  }

  @Rule(
      id = "sb-entity-change-sessions",
      text = "Changing an entity's settings ends its session locks; senders go on.",
      doc = LOCKS)
  void dropsSessionsWhenSettingsChange() {
    ServiceBusSenderClient sender = BUS.user().sender("orders");
    sender.sendMessage(message("s1", "1"));
    ServiceBusReceiverClient holder = BUS.user().acceptNext("orders");
    ServiceBusReceivedMessage held = one(holder);

    BUS.local().update(QueueSettings.sessionQueue("orders").withMaxDeliveryCount(3));
    untilEnded(holder);

    var refused = refusal(() -> holder.complete(held));
    assertThat(refused.getReason()).isEqualTo(ServiceBusFailureReason.SESSION_LOCK_LOST);
    assertThat(one(BUS.user().accept("orders", "s1")).getMessageId()).isEqualTo("1");
    sender.sendMessage(message("s1", "2"));
  }

  @Rule(
      id = "sb-entity-disabled",
      text =
          "A disabled entity refuses senders and receivers: MessagingEntityDisabled, not"
              + " retriable.",
      doc = SUSPEND)
  void refusesEverythingWhileDisabled() {
    BUS.user().sender("jobs").sendMessage(message("1"));
    BUS.local().status("jobs", EntityStatus.DISABLED);

    // A send may fall into the moment in which the SDK gives its link up, and is refused by that.
    Awaitility.await()
        .atMost(ServiceBusUser.SOON)
        .until(
            () -> refusal(() -> BUS.user().sender("jobs").sendMessage(message("2"))),
            refused ->
                ServiceBusFailureReason.MESSAGING_ENTITY_DISABLED.equals(refused.getReason())
                    && !refused.isTransient());
    assertThatThrownBy(() -> one(BUS.user().receiver("jobs"))).hasStackTraceContaining("disabled");

    BUS.local().status("jobs", EntityStatus.ACTIVE);
    assertThat(one(BUS.user().receiver("jobs")).getMessageId()).isEqualTo("1");
  }

  @Rule(
      id = "sb-entity-half-disabled",
      text = "An entity closed for sends still gives messages, one closed for receives takes them.",
      doc = SUSPEND)
  void closesOneDirection() {
    ServiceBusSenderClient sender = BUS.user().sender("jobs");
    sender.sendMessage(message("1"));
    BUS.local().status("jobs", EntityStatus.SEND_DISABLED);
    assertThatThrownBy(() -> BUS.user().sender("jobs").sendMessage(message("2")))
        .isInstanceOf(ServiceBusException.class);
    assertThat(just(BUS.user().taker("jobs"), 1)).hasSize(1);

    BUS.local().status("jobs", EntityStatus.RECEIVE_DISABLED);
    BUS.user().sender("jobs").sendMessage(message("3"));
    assertThatThrownBy(() -> one(BUS.user().receiver("jobs"))).hasStackTraceContaining("disabled");
  }

  @Rule(
      id = "sb-entity-deleted",
      text = "A deleted entity is not found any more, also by clients that were linked to it.",
      doc =
          "https://learn.microsoft.com/azure/service-bus-messaging/service-bus-messaging-exceptions-latest")
  void isGoneWhenDeleted() {
    ServiceBusSenderClient sender = BUS.user().sender("jobs");
    sender.sendMessage(message("1"));

    BUS.local().delete("jobs");

    awaitNotFound(sender);
    BUS.local().create(QueueSettings.plainQueue("jobs"));
    assertThat(soFar(BUS.user().receiver("jobs"))).isEmpty();
  }

  @Rule(
      id = "sb-entity-idle",
      text =
          "An entity nobody uses for its idle time, 5 min at least, is deleted with its messages;"
              + " peeking is use.",
      doc = IDLE)
  void deletesWhatIsIdle() {
    BUS.local(); // nobody else keeps an entity for a test that will be deleted
    BUS.user().sender("temp").sendMessage(message("1"));
    BUS.pass(Duration.ofMinutes(4));
    ServiceBusReceiverClient browser = BUS.user().receiver("temp");
    assertThat(browser.peekMessage().getMessageId()).isEqualTo("1");
    browser.close();
    BUS.pass(Duration.ofMinutes(4));
    assertThat(BUS.local().entities().queues()).hasSize(3);

    BUS.pass(Duration.ofMinutes(1));

    assertThat(BUS.local().entities().queues()).hasSize(2);
    ServiceBusSenderClient sender = BUS.user().sender("temp");
    awaitNotFound(sender);
  }

  /** A send may fall into the moment in which the SDK gives its link up: that refuses it, too. */
  private static void awaitNotFound(ServiceBusSenderClient sender) {
    Awaitility.await()
        .atMost(ServiceBusUser.SOON)
        .until(
            () -> refusal(() -> sender.sendMessage(message("2"))).getReason(),
            ServiceBusFailureReason.MESSAGING_ENTITY_NOT_FOUND::equals);
  }
}
