package io.twinbus.local.conformance.servicebus;

import static io.twinbus.local.conformance.ServiceBusUser.message;
import static io.twinbus.local.conformance.ServiceBusUser.one;
import static io.twinbus.local.conformance.ServiceBusUser.refusal;
import static io.twinbus.local.conformance.ServiceBusUser.soFar;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.conformance.ServiceBusTarget;
import io.twinbus.local.servicebus.QueueSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet(
    value = "Service Bus: dead letters",
    notEmulated = {"auto-forwarding, and with it transfer dead letters"})
class DeadLetterRulesTest {
  @RegisterExtension
  static final ServiceBusTarget BUS =
      ServiceBusTarget.with(QueueSettings.plainQueue("jobs"), QueueSettings.sessionQueue("orders"));

  @Rule(
      id = "sb-dead-letter",
      text =
          "A receiver can dead-letter a message with a reason, a description and properties of its"
              + " own.",
      doc = Pages.SETTLEMENT)
  void keepsReasonDescriptionAndProperties() {
    ServiceBusMessage sent = message("1");
    sent.getApplicationProperties().put("kept", "as sent");
    BUS.user().sender("jobs").sendMessage(sent);
    ServiceBusReceiverClient receiver = BUS.user().receiver("jobs");

    receiver.deadLetter(
        one(receiver),
        new DeadLetterOptions()
            .setDeadLetterReason("bad")
            .setDeadLetterErrorDescription("very bad")
            .setPropertiesToModify(Map.of("by", "test")));

    ServiceBusReceivedMessage dead = one(BUS.user().deadLetters("jobs"));
    assertThat(dead.getMessageId()).isEqualTo("1");
    assertThat(dead.getBody().toString()).isEqualTo("body of 1");
    assertThat(dead.getDeadLetterReason()).isEqualTo("bad");
    assertThat(dead.getDeadLetterErrorDescription()).isEqualTo("very bad");
    assertThat(dead.getApplicationProperties())
        .containsEntry("by", "test")
        .containsEntry("kept", "as sent");
    assertThat(soFar(receiver)).isEmpty();
  }

  @Rule(
      id = "sb-dead-letter-peek-lock",
      text = "Dead letters are received, locked and completed like other messages.",
      doc = Pages.DEAD_LETTERS)
  void servesDeadLettersUnderLocks() {
    deadLetterOne();
    ServiceBusReceiverClient first = BUS.user().deadLetters("jobs");
    ServiceBusReceivedMessage locked = one(first);
    assertThat(soFar(BUS.user().deadLetters("jobs"))).isEmpty();

    first.abandon(locked);

    ServiceBusReceivedMessage again = one(first);
    first.complete(again);
    assertThat(first.peekMessages(1)).isEmpty();
  }

  @Rule(
      id = "sb-dead-letter-no-sends",
      text = "Nobody can send to a dead-letter queue.",
      doc = Pages.DEAD_LETTERS)
  void takesNoSends() {
    var sender = BUS.user().sender("jobs/$deadletterqueue");

    var refused = refusal(() -> sender.sendMessage(message("1")));

    assertThat(refused.isTransient()).isFalse();
    assertThat(BUS.user().deadLetters("jobs").peekMessages(1)).isEmpty();
  }

  @Rule(
      id = "sb-dead-letter-once",
      text = "A dead letter cannot be dead-lettered again, however often it fails.",
      doc = Pages.DEAD_LETTERS)
  void staysWhateverItsReceiversDo() {
    deadLetterOne();
    ServiceBusReceiverClient receiver = BUS.user().deadLetters("jobs");
    for (int count = 0; count < 12; count++) {
      receiver.abandon(one(receiver));
    }

    assertThat(one(receiver).getMessageId()).isEqualTo("1");
  }

  @Rule(
      id = "sb-dead-letter-no-expiry",
      text = "No time to live is observed in a dead-letter queue; nothing cleans it up.",
      doc = Pages.DEAD_LETTERS)
  void neverExpires() {
    BUS.user().sender("jobs").sendMessage(message("1").setTimeToLive(Duration.ofMinutes(10)));
    ServiceBusReceiverClient receiver = BUS.user().receiver("jobs");
    receiver.deadLetter(one(receiver));

    BUS.pass(Duration.ofDays(400));

    assertThat(one(BUS.user().deadLetters("jobs")).getMessageId()).isEqualTo("1");
  }

  @Rule(
      id = "sb-dead-letter-sessionless",
      text = "The dead-letter queue of an entity with sessions is read without a session.",
      doc = Pages.DEAD_LETTERS)
  void readsASessionEntitysDeadLettersWithoutSession() {
    String session = BUS.fresh("s");
    BUS.user().sender("orders").sendMessages(List.of(message(session, "1")));
    ServiceBusReceiverClient holder = BUS.user().accept("orders", session);
    holder.deadLetter(one(holder));

    ServiceBusReceivedMessage dead = one(BUS.user().deadLetters("orders"));

    assertThat(dead.getSessionId()).isEqualTo(session);
  }

  private static void deadLetterOne() {
    BUS.user().sender("jobs").sendMessage(message("1"));
    ServiceBusReceiverClient receiver = BUS.user().receiver("jobs");
    receiver.deadLetter(one(receiver));
  }
}
