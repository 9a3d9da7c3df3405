package io.twinbus.local.conformance.servicebus;

import static io.twinbus.local.conformance.ServiceBusUser.message;
import static io.twinbus.local.conformance.ServiceBusUser.one;
import static io.twinbus.local.conformance.ServiceBusUser.soFar;
import static io.twinbus.local.conformance.ServiceBusUser.some;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.conformance.ServiceBusTarget;
import io.twinbus.local.servicebus.QueueSettings;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet("Service Bus: schedules")
class ScheduleRulesTest {
  private static final Duration DELAY = Duration.ofMinutes(5);

  @RegisterExtension
  static final ServiceBusTarget BUS =
      ServiceBusTarget.with(QueueSettings.plainQueue("jobs"), QueueSettings.sessionQueue("orders"));

  @Rule(
      id = "sb-schedule",
      text = "A scheduled message cannot be received before its time, and can be after it.",
      doc = Pages.SEQUENCING)
  void hidesAScheduledMessageUntilItIsDue() {
    BUS.user().sender("jobs").scheduleMessage(message("1"), in(DELAY));
    BUS.pass(DELAY.minusSeconds(30));
    ServiceBusReceiverClient taker = BUS.user().taker("jobs");
    assertThat(soFar(taker)).isEmpty();

    BUS.pass(Duration.ofSeconds(31));

    assertThat(one(taker).getMessageId()).isEqualTo("1");
  }

  @Rule(
      id = "sb-schedule-property",
      text = "A message that is sent with a time in its properties is scheduled as well.",
      doc = Pages.SEQUENCING)
  void schedulesWhatIsSentWithATime() {
    BUS.user().sender("jobs").sendMessage(message("1").setScheduledEnqueueTime(in(DELAY)));
    ServiceBusReceiverClient taker = BUS.user().taker("jobs");
    assertThat(soFar(taker)).isEmpty();

    BUS.pass(DELAY.plusSeconds(1));

    assertThat(one(taker).getMessageId()).isEqualTo("1");
  }

  @Rule(
      id = "sb-schedule-past",
      text = "A time that has passed makes the message available at once.",
      doc = Pages.SEQUENCING)
  void deliversAtOnceWhatWasDueBefore() {
    BUS.user().sender("jobs").scheduleMessage(message("1"), in(DELAY.negated()));

    assertThat(one(BUS.user().taker("jobs")).getMessageId()).isEqualTo("1");
  }

  @Rule(
      id = "sb-schedule-new-number",
      text =
          "A scheduled message that comes due is appended as if sent at that moment, under a new"
              + " sequence number.",
      doc = Pages.SEQUENCING)
  void appendsADueMessageUnderANewNumber() {
    ServiceBusSenderClient sender = BUS.user().sender("jobs");
    long scheduledAs = sender.scheduleMessage(message("scheduled"), in(DELAY));
    sender.sendMessage(message("sent"));
    BUS.pass(DELAY.plusSeconds(1));
    sender.sendMessage(message("last"));

    List<ServiceBusReceivedMessage> got = some(BUS.user().taker("jobs"), 3);

    assertThat(got)
        .extracting(ServiceBusReceivedMessage::getMessageId)
        .containsExactly("sent", "scheduled", "last");
    ServiceBusReceivedMessage scheduled = got.get(1);
    assertThat(scheduled.getSequenceNumber())
        .isNotEqualTo(scheduledAs)
        .isGreaterThan(got.get(0).getSequenceNumber());
    assertThat(scheduled.getEnqueuedTime()).isAfter(got.get(0).getEnqueuedTime().plusMinutes(4));
  }

  @Rule(
      id = "sb-schedule-session-order",
      text = "In a session a scheduled message stands behind what arrived before it came due.",
      doc = Pages.SEQUENCING)
  void putsADueMessageBehindItsSessionsMessages() {
    String session = BUS.fresh("s");
    ServiceBusSenderClient sender = BUS.user().sender("orders");
    sender.scheduleMessage(message(session, "scheduled"), in(DELAY));
    sender.sendMessage(message(session, "sent"));
    BUS.pass(DELAY.plusSeconds(1));

    assertThat(some(BUS.user().accept("orders", session), 2))
        .extracting(ServiceBusReceivedMessage::getMessageId)
        .containsExactly("sent", "scheduled");
  }

  @Rule(
      id = "sb-schedule-cancel",
      text = "Cancelling by the number that scheduling gave deletes the message.",
      doc = Pages.SEQUENCING)
  void deletesACancelledMessage() {
    ServiceBusSenderClient sender = BUS.user().sender("jobs");
    long number = sender.scheduleMessage(message("1"), in(DELAY));

    sender.cancelScheduledMessage(number);

    assertThat(BUS.user().receiver("jobs").peekMessages(1)).isEmpty();
    BUS.pass(DELAY.plusSeconds(1));
    assertThat(soFar(BUS.user().taker("jobs"))).isEmpty();
  }

  @Rule(
      id = "sb-schedule-number-ends",
      text =
          "The number of a scheduled message ends when it comes due: cancelling by it deletes nothing.",
      doc = Pages.SEQUENCING)
  void cannotCancelWhatHasComeDue() {
    ServiceBusSenderClient sender = BUS.user().sender("jobs");
    long number = sender.scheduleMessage(message("1"), in(DELAY));
    BUS.pass(DELAY.plusSeconds(1));

    // The SDK hides the refusal (404, message-not-found).
    sender.cancelScheduledMessage(number);

    assertThat(one(BUS.user().taker("jobs")).getMessageId()).isEqualTo("1");
  }

  private static OffsetDateTime in(Duration time) {
    return BUS.now().plus(time).atOffset(ZoneOffset.UTC);
  }
}
