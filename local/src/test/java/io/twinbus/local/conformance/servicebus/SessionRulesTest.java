package io.twinbus.local.conformance.servicebus;

import static io.twinbus.local.conformance.ServiceBusUser.message;
import static io.twinbus.local.conformance.ServiceBusUser.messages;
import static io.twinbus.local.conformance.ServiceBusUser.one;
import static io.twinbus.local.conformance.ServiceBusUser.refusal;
import static io.twinbus.local.conformance.ServiceBusUser.some;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.local.conformance.RawAmqp;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.conformance.ServiceBusTarget;
import io.twinbus.local.servicebus.QueueSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet("Service Bus: sessions")
class SessionRulesTest {

  private static final int MANY = 200;

  @RegisterExtension
  static final ServiceBusTarget BUS =
      ServiceBusTarget.with(
          QueueSettings.sessionQueue("orders"),
          QueueSettings.plainQueue("jobs"),
          QueueSettings.sessionQueue("many").withLockDuration(Duration.ofMinutes(5)));

  @Rule(
      id = "sb-session-fifo",
      text = "The messages of a session come in the order in which they were sent.",
      doc = Pages.SESSIONS)
  void givesASessionsMessagesInTheOrderOfSending() {
    String session = BUS.fresh("s");
    ServiceBusSenderClient sender = BUS.user().sender("orders");
    sender.sendMessages(messages(session, 20));
    sender.sendMessage(message(session, "last"));

    assertThat(some(BUS.user().accept("orders", session), 21))
        .extracting(ServiceBusReceivedMessage::getMessageId)
        .startsWith("1", "2", "3")
        .endsWith("19", "20", "last");
  }

  @Rule(
      id = "sb-session-demultiplexing",
      text = "Interleaved sessions reach the holders of each, apart and in order.",
      doc = Pages.SESSIONS)
  void separatesInterleavedSessions() {
    ServiceBusSenderClient sender = BUS.user().sender("orders");
    List<String> sessions = new ArrayList<>();
    List<ServiceBusReceiverClient> holders = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      sessions.add(BUS.fresh("s" + i));
    }
    for (int n = 0; n < 5; n++) {
      for (String session : sessions) {
        sender.sendMessage(message(session, session + n));
      }
    }
    sessions.forEach(session -> holders.add(BUS.user().acceptNext("orders")));

    assertThat(holders)
        .extracting(ServiceBusReceiverClient::getSessionId)
        .containsExactlyInAnyOrderElementsOf(sessions);
    for (ServiceBusReceiverClient holder : holders) {
      String id = holder.getSessionId();
      assertThat(some(holder, 5))
          .extracting(ServiceBusReceivedMessage::getMessageId)
          .containsExactly(id + 0, id + 1, id + 2, id + 3, id + 4);
    }
  }

  @Rule(
      id = "sb-session-many",
      text = "Hundreds of sessions can be held at once, each by one receiver.",
      doc = Pages.SESSIONS)
  void holdsManySessionsAtOnce() {
    List<String> sessions = new ArrayList<>();
    List<ServiceBusMessage> sent = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      sessions.add(BUS.fresh("s" + i));
      sent.add(message(sessions.get(i), "first of " + sessions.get(i)));
    }
    BUS.user().sender("many").sendMessages(sent);

    List<ServiceBusReceiverClient> holders = new ArrayList<>();
    var acceptor = BUS.user().sessions("many");
    for (int i = 0; i < MANY; i++) {
      holders.add(BUS.user().keep(acceptor.acceptNextSession()));
    }

    assertThat(holders)
        .extracting(ServiceBusReceiverClient::getSessionId)
        .containsExactlyInAnyOrderElementsOf(sessions);
    for (ServiceBusReceiverClient holder : holders) {
      ServiceBusReceivedMessage got = one(holder);
      assertThat(got.getMessageId()).isEqualTo("first of " + holder.getSessionId());
      holder.complete(got);
    }
  }

  @Rule(
      id = "sb-session-lock-future",
      text = "Who holds a session also gets the messages that arrive later, and nobody else does.",
      doc = Pages.SESSIONS)
  void locksTheMessagesThatAreStillToCome() {
    String session = BUS.fresh("s");
    ServiceBusReceiverClient holder = BUS.user().accept("orders", session);

    BUS.user().sender("orders").sendMessage(message(session, "1"));

    assertThat(acceptNextBriefly()).isNull();
    assertThat(one(holder).getMessageId()).isEqualTo("1");
  }

  @Rule(
      id = "sb-session-exclusive",
      text = "A session that somebody holds cannot be accepted: SessionCannotBeLocked.",
      doc = Pages.ERRORS)
  void refusesASecondHolder() {
    String session = BUS.fresh("s");
    BUS.user().sender("orders").sendMessage(message(session, "1"));
    one(BUS.user().accept("orders", session));

    // The SDK accepts lazily, the first receive tells; and clients of one socket share a session.
    assertThatThrownBy(() -> one(BUS.user().another().accept("orders", session)))
        .hasStackTraceContaining("'" + session + "' cannot be accepted");
  }

  @Rule(
      id = "sb-session-next",
      text = "Accepting the next session gives one that nobody holds and that has messages.",
      doc = Pages.SESSIONS)
  void acceptsTheNextFreeSession() {
    String held = BUS.fresh("held");
    String free = BUS.fresh("free");
    BUS.user().sender("orders").sendMessages(messages(held, 1));
    one(BUS.user().accept("orders", held));
    BUS.user().sender("orders").sendMessages(messages(free, 1));

    assertThat(BUS.user().acceptNext("orders").getSessionId()).isEqualTo(free);
  }

  @Rule(
      id = "sb-session-none",
      text = "Without a free session accepting the next one ends with a time-out.",
      doc = Pages.ERRORS)
  void endsWithATimeoutWithoutAnySession() {
    var hasty = BUS.user().hasty(Duration.ofSeconds(2));

    assertThatThrownBy(() -> hasty.acceptNext("orders"))
        .isInstanceOf(IllegalStateException.class)
        .hasCauseInstanceOf(TimeoutException.class);
  }

  @Rule(
      id = "sb-session-close",
      text = "Closing gives the session free at once and counts no delivery.",
      doc = Pages.SESSIONS)
  void countsNoDeliveryWhenASessionIsClosed() {
    String session = BUS.fresh("s");
    BUS.user().sender("orders").sendMessages(messages(session, 2));
    ServiceBusReceiverClient first = BUS.user().acceptNext("orders");
    some(first, 2);

    first.close();

    List<ServiceBusReceivedMessage> again = some(BUS.user().acceptNext("orders"), 2);
    assertThat(again).extracting(ServiceBusReceivedMessage::getMessageId).containsExactly("1", "2");
    assertThat(again).extracting(ServiceBusReceivedMessage::getDeliveryCount).containsOnly(0L);
  }

  @Rule(
      id = "sb-session-abandon",
      text = "An abandoned message is served again with the next receive of its session.",
      doc = Pages.SESSIONS)
  void servesAnAbandonedMessageNext() {
    String session = BUS.fresh("s");
    BUS.user().sender("orders").sendMessages(messages(session, 2));
    ServiceBusReceiverClient holder = BUS.user().accept("orders", session);

    holder.abandon(one(holder));

    ServiceBusReceivedMessage again = one(holder);
    assertThat(again.getMessageId()).isEqualTo("1");
    assertThat(again.getDeliveryCount()).isEqualTo(1);
  }

  @Rule(
      id = "sb-session-id-required",
      text = "An entity with sessions takes no message without a session id.",
      doc = Pages.SESSIONS)
  void refusesMessagesWithoutSession() {
    ServiceBusSenderClient sender = BUS.user().sender("orders");

    var refused = refusal(() -> sender.sendMessage(message("1")));

    assertThat(refused).hasMessageContaining("SessionId");
    assertThat(refused.isTransient()).isFalse();
  }

  @Rule(
      id = "sb-session-receiver-required",
      text = "An entity with sessions serves no receiver without a session.",
      doc = Pages.SESSIONS)
  void refusesReceiversWithoutSession() {
    assertThatThrownBy(() -> one(BUS.user().receiver("orders")))
        .hasStackTraceContaining("requires sessions");
  }

  @Rule(
      id = "sb-session-unsupported",
      text = "An entity without sessions serves no receiver that asks for one.",
      doc = Pages.SESSIONS)
  void refusesSessionReceiversWhereThereAreNoSessions() {
    assertThatThrownBy(() -> one(BUS.user().accept("jobs", "s1")))
        .hasMessageContaining("RequiresSession");
  }

  @Rule(
      id = "sb-session-long-lived",
      text = "A session never ends by itself: a year later the same id is the same session.",
      doc = Pages.SESSIONS)
  void keepsASessionForAYear() {
    String session = BUS.fresh("s");
    BUS.user().sender("orders").sendMessage(message(session, "1"));

    BUS.pass(Duration.ofDays(365));

    BUS.user().sender("orders").sendMessage(message(session, "2"));
    assertThat(some(BUS.user().accept("orders", session), 2))
        .extracting(ServiceBusReceivedMessage::getMessageId)
        .containsExactly("1", "2");
  }

  @Rule(
      id = "sb-session-list",
      text = "The sessions of an entity can be listed, page by page.",
      doc = Pages.REQUESTS)
  void listsSessions() {
    ServiceBusSenderClient sender = BUS.user().sender("orders");
    for (String session : List.of("a", "b", "c")) {
      sender.sendMessage(message(session, "1"));
    }

    try (RawAmqp raw = RawAmqp.connect(BUS.local().port())) {
      assertThat(sessions(raw, 0, 2)).containsExactly("a", "b");
      assertThat(sessions(raw, 2, 2)).containsExactly("c");
      assertThat(sessions(raw, 3, 2)).isEmpty();
    }
  }

  @Rule(
      id = "sb-session-request-response",
      text = "A reply sent to ReplyTo with ReplyToSessionId reaches who holds that session.",
      doc = Pages.SESSIONS)
  void carriesRequestAndResponse() {
    String mine = BUS.fresh("requester");
    ServiceBusReceiverClient replies = BUS.user().accept("orders", mine);
    BUS.user()
        .sender("jobs")
        .sendMessage(message("question").setReplyTo("orders").setReplyToSessionId(mine));

    ServiceBusReceivedMessage request = one(BUS.user().taker("jobs"));
    BUS.user()
        .sender(String.valueOf(request.getReplyTo()))
        .sendMessage(
            new ServiceBusMessage("answer")
                .setSessionId(request.getReplyToSessionId())
                .setCorrelationId(request.getMessageId()));

    assertThat(one(replies).getCorrelationId()).isEqualTo("question");
  }

  private static @Nullable ServiceBusReceiverClient acceptNextBriefly() {
    try {
      return BUS.user().hasty(Duration.ofSeconds(2)).acceptNext("orders");
    } catch (IllegalStateException none) {
      return null;
    }
  }

  private static List<Object> sessions(RawAmqp raw, int skip, int top) {
    Map<String, Object> body =
        Map.of("last-updated-time", Date.from(Instant.EPOCH), "skip", skip, "top", top);
    var reply = raw.request("orders", "com.microsoft:get-message-sessions", body);
    Object ids = ((Map<?, ?>) ((AmqpValue) reply.getBody()).getValue()).get("sessions-ids");
    return ids instanceof Object[] array ? List.of(array) : List.of();
  }
}
