package io.twinbus.local.conformance.servicebus;

import static io.twinbus.local.conformance.ServiceBusUser.message;
import static io.twinbus.local.conformance.ServiceBusUser.one;
import static io.twinbus.local.conformance.ServiceBusUser.refusal;
import static io.twinbus.local.conformance.ServiceBusUser.soFar;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.models.DeferOptions;
import com.azure.messaging.servicebus.models.ServiceBusMessageState;
import io.twinbus.local.conformance.RawAmqp;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.conformance.ServiceBusTarget;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.amqp.Symbol;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet("Service Bus: deferral")
class DeferralRulesTest {
  private static final Duration TIME_TO_LIVE = Duration.ofMinutes(10);

  @RegisterExtension
  static final ServiceBusTarget BUS =
      ServiceBusTarget.with(
          QueueSettings.plainQueue("aside"),
          QueueSettings.plainQueue("expiring").withTimeToLive(TIME_TO_LIVE, true),
          QueueSettings.sessionQueue("orders"));

  @Rule(
      id = "sb-defer",
      text = "A deferred message is not received any more but by its sequence number, by anybody.",
      doc = Pages.DEFERRAL)
  void setsAsideUntilAskedForByNumber() {
    long number = deferOne("aside");
    assertThat(soFar(BUS.user().receiver("aside"))).isEmpty();

    ServiceBusReceiverClient other = BUS.user().receiver("aside");
    ServiceBusReceivedMessage back = other.receiveDeferredMessage(number);

    assertThat(back.getMessageId()).isEqualTo("1");
    assertThat(back.getApplicationProperties()).containsEntry("why", "later");
    other.complete(back);
    assertThat(other.peekMessages(1)).isEmpty();
  }

  @Rule(
      id = "sb-defer-peek",
      text = "Deferred messages can be found by peeking, and say that they are deferred.",
      doc = Pages.DEFERRAL)
  void showsDeferredMessagesToThoseWhoPeek() {
    long number = deferOne("aside");

    ServiceBusReceivedMessage peeked = BUS.user().receiver("aside").peekMessage(number);

    assertThat(peeked.getMessageId()).isEqualTo("1");
    assertThat(peeked.getState()).isEqualTo(ServiceBusMessageState.DEFERRED);
  }

  @Rule(
      id = "sb-defer-abandon",
      text = "A deferred message that is received and abandoned stays deferred.",
      doc = Pages.DEFERRAL)
  void staysDeferredWhenAbandoned() {
    long number = deferOne("aside");
    ServiceBusReceiverClient receiver = BUS.user().receiver("aside");

    receiver.abandon(receiver.receiveDeferredMessage(number));

    assertThat(soFar(receiver)).isEmpty();
    ServiceBusReceivedMessage again = receiver.receiveDeferredMessage(number);
    assertThat(again.getMessageId()).isEqualTo("1");
    receiver.complete(again);
  }

  @Rule(
      id = "sb-deferred-not-found",
      text = "A number that names no deferred message, or a locked one, is message-not-found.",
      doc = Pages.ERRORS)
  void saysThatThereIsNoSuchDeferredMessage() {
    int port = BUS.local().port();
    long number = deferOne("aside");
    ServiceBusReceiverClient receiver = BUS.user().receiver("aside");
    receiver.receiveDeferredMessage(number);

    // The Java SDK has no words for it; so the condition is looked at on the wire, too.
    refusal(() -> receiver.receiveDeferredMessage(number));
    refusal(() -> receiver.receiveDeferredMessage(number + 1_000_000));
    try (RawAmqp raw = RawAmqp.connect(port)) {
      Map<String, Object> reply =
          raw.request(
                  "aside",
                  "com.microsoft:receive-by-sequence-number",
                  Map.of("sequence-numbers", new Long[] {number}, "receiver-settle-mode", 1))
              .getApplicationProperties()
              .getValue();

      assertThat(reply)
          .containsEntry("statusCode", 404)
          .containsEntry("errorCondition", Symbol.valueOf("com.microsoft:message-not-found"));
    }
  }

  @Rule(
      id = "sb-deferred-expiry",
      text = "A deferred message is not dead-lettered when it expires, nor left to be received.",
      doc = Pages.DEFERRAL)
  void isNotDeadLetteredWhenItExpires() {
    long number = deferOne("expiring");

    BUS.pass(TIME_TO_LIVE.plusSeconds(1));

    ServiceBusReceiverClient receiver = BUS.user().receiver("expiring");
    assertThat(soFar(receiver)).isEmpty();
    assertThat(BUS.user().deadLetters("expiring").peekMessages(1)).isEmpty();
    refusal(() -> receiver.receiveDeferredMessage(number));
  }

  @Rule(
      id = "sb-settle-after-reconnect",
      text = "What was received by its number is settled by its lock token, on any connection.",
      doc = Pages.REQUESTS)
  void settlesThroughTheManagementNodeAfterAReconnect() {
    ServiceBusEndpoint local = BUS.local();
    long number = deferOne("aside");
    ServiceBusReceiverClient receiver = BUS.user().receiver("aside");
    ServiceBusReceivedMessage held = receiver.receiveDeferredMessage(number);

    local.outage(Outage.RESET);
    local.restore();

    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .ignoreExceptions()
        .untilAsserted(() -> receiver.complete(held));
    ServiceBusReceiverClient other = BUS.user().another().receiver("aside");
    assertThat(other.peekMessages(1)).isEmpty();
  }

  @Rule(
      id = "sb-session-defer",
      text = "In a session the holder of the session receives its deferred messages.",
      doc = Pages.SESSIONS)
  void givesASessionsDeferredMessagesToItsHolder() {
    String session = BUS.fresh("s");
    BUS.user().sender("orders").sendMessages(List.of(message(session, "1"), message(session, "2")));
    ServiceBusReceiverClient holder = BUS.user().accept("orders", session);
    ServiceBusReceivedMessage first = one(holder);
    holder.defer(first);
    assertThat(one(holder).getMessageId()).isEqualTo("2");

    ServiceBusReceivedMessage back = holder.receiveDeferredMessage(first.getSequenceNumber());

    holder.complete(back);
    assertThat(back.getMessageId()).isEqualTo("1");
  }

  private static long deferOne(String queue) {
    BUS.user().sender(queue).sendMessage(message("1"));
    ServiceBusReceiverClient receiver = BUS.user().receiver(queue);
    ServiceBusReceivedMessage got = one(receiver);
    receiver.defer(got, new DeferOptions().setPropertiesToModify(Map.of("why", "later")));
    return got.getSequenceNumber();
  }
}
