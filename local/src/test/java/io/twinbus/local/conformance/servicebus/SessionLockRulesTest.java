package io.twinbus.local.conformance.servicebus;

import static io.twinbus.local.conformance.ServiceBusUser.message;
import static io.twinbus.local.conformance.ServiceBusUser.messages;
import static io.twinbus.local.conformance.ServiceBusUser.one;
import static io.twinbus.local.conformance.ServiceBusUser.refusal;
import static io.twinbus.local.conformance.ServiceBusUser.some;
import static io.twinbus.local.conformance.ServiceBusUser.untilEnded;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.local.conformance.RawAmqp;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.conformance.ServiceBusTarget;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.QueueSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.qpid.proton.amqp.Symbol;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet("Service Bus: session locks and state")
class SessionLockRulesTest {
  private static final Duration LOCK = Duration.ofMinutes(1);
  private static final Duration PAST_THE_LOCK = LOCK.plusSeconds(1);

  @RegisterExtension
  static final ServiceBusTarget BUS =
      ServiceBusTarget.with(
          QueueSettings.sessionQueue("strict").withLockDuration(LOCK).withMaxDeliveryCount(3),
          QueueSettings.sessionQueue("tight").withSizes(64 * 1024, 128 * 1024));

  private final String session = BUS.fresh("s");

  @Rule(
      id = "sb-session-lock-expiry",
      text =
          "A session whose lock ran out is free again, and its locked messages count a delivery.",
      doc = Pages.SESSIONS)
  void countsADeliveryWhenTheSessionsLockEnds() {
    BUS.user().sender("strict").sendMessages(messages(session, 2));
    one(BUS.user().accept("strict", session));

    BUS.pass(PAST_THE_LOCK);

    List<ServiceBusReceivedMessage> again = some(BUS.user().acceptNext("strict"), 2);
    assertThat(again).extracting(ServiceBusReceivedMessage::getMessageId).containsExactly("1", "2");
    assertThat(again)
        .extracting(ServiceBusReceivedMessage::getDeliveryCount)
        .containsExactly(1L, 0L);
  }

  @Rule(
      id = "sb-session-lock-renewal",
      text = "The holder can renew the session's lock: it then lasts a lock duration from now.",
      doc = Pages.SESSIONS)
  void keepsARenewedSession() {
    BUS.user().sender("strict").sendMessage(message(session, "1"));
    ServiceBusReceiverClient holder = BUS.user().accept("strict", session);
    ServiceBusReceivedMessage held = one(holder);
    Duration most = LOCK.multipliedBy(3).dividedBy(4);
    BUS.pass(most);

    assertThat(holder.renewSessionLock().toInstant()).isAfter(BUS.now().plus(most));

    BUS.pass(most);
    holder.complete(held);
    assertThat(holder.peekMessages(1)).isEmpty();
  }

  @Rule(
      id = "sb-session-lock-lost",
      text = "Who lost a session's lock cannot settle its messages any more.",
      doc = Pages.ERRORS)
  void refusesToSettleAfterTheSessionIsLost() {
    BUS.user().sender("strict").sendMessage(message(session, "1"));
    ServiceBusReceiverClient late = BUS.user().accept("strict", session);
    ServiceBusReceivedMessage lost = one(late);
    BUS.pass(PAST_THE_LOCK);
    untilEnded(late); // the link goes with the lock

    var refused = refusal(() -> late.complete(lost));

    assertThat(refused.getReason()).isEqualTo(ServiceBusFailureReason.SESSION_LOCK_LOST);
    assertThat(one(BUS.user().acceptNext("strict")).getMessageId()).isEqualTo("1");
  }

  @Rule(
      id = "sb-session-settle-lost",
      text = "Settling a message of a session whose lock has ended is refused: SessionLockLost.",
      doc = Pages.ERRORS)
  void saysAtSettlementThatTheSessionIsLost() {
    int port = BUS.local().port();
    BUS.user().sender("strict").sendMessage(message(session, "1"));
    var token = UUID.fromString(one(BUS.user().accept("strict", session)).getLockToken());
    BUS.pass(PAST_THE_LOCK);

    try (RawAmqp raw = RawAmqp.connect(port)) {
      Map<String, Object> settlement =
          Map.of(
              "disposition-status",
              "completed",
              "lock-tokens",
              new UUID[] {token},
              "session-id",
              session);
      Map<String, Object> answer =
          raw.request("strict", "com.microsoft:update-disposition", settlement)
              .getApplicationProperties()
              .getValue();

      assertThat(answer)
          .containsEntry("statusCode", 410)
          .containsEntry("errorCondition", Symbol.valueOf("com.microsoft:session-lock-lost"));
    }
  }

  @Rule(
      id = "sb-session-renew-lost",
      text = "A session's lock that has ended cannot be renewed: SessionLockLost.",
      doc = Pages.ERRORS)
  void refusesToRenewALostSession() {
    BUS.user().sender("strict").sendMessage(message(session, "1"));
    ServiceBusReceiverClient late = BUS.user().accept("strict", session);
    one(late);
    BUS.pass(PAST_THE_LOCK);

    var refused = refusal(late::renewSessionLock);

    assertThat(refused.getReason()).isEqualTo(ServiceBusFailureReason.SESSION_LOCK_LOST);
    assertThat(refused.isTransient()).isFalse();
  }

  @Rule(
      id = "sb-session-lock-connection",
      text = "A broken connection gives its sessions free.",
      doc = Pages.ERRORS)
  void givesSessionsFreeWithTheirConnection() {
    BUS.user().sender("strict").sendMessage(message(session, "1"));
    one(BUS.user().accept("strict", session));

    BUS.local().outage(Outage.RESET);
    BUS.local().restore();

    ServiceBusReceivedMessage again = one(next());
    assertThat(again.getDeliveryCount()).isZero();
  }

  @Rule(
      id = "sb-session-max-delivery-count",
      text = "A session whose lock runs out too often loses its message to the dead letters.",
      doc = Pages.DEAD_LETTERS)
  void deadLettersWhatASessionFailsAtTooOften() {
    BUS.user().sender("strict").sendMessages(messages(session, 2));
    for (int count = 0; count < 3; count++) {
      ServiceBusReceivedMessage poison = one(BUS.user().acceptNext("strict"));
      assertThat(poison.getMessageId()).isEqualTo("1");
      assertThat(poison.getDeliveryCount()).isEqualTo(count);
      BUS.pass(PAST_THE_LOCK);
    }

    assertThat(one(BUS.user().acceptNext("strict")).getMessageId()).isEqualTo("2");
    ServiceBusReceivedMessage dead = one(BUS.user().deadLetters("strict"));
    assertThat(dead.getMessageId()).isEqualTo("1");
    assertThat(dead.getDeadLetterReason()).isEqualTo("MaxDeliveryCountExceeded");
  }

  @Rule(
      id = "sb-session-state",
      text = "A session without a state has null; the state is set and cleared by its holder.",
      doc = Pages.SESSIONS)
  void setsAndClearsTheState() {
    ServiceBusReceiverClient holder = BUS.user().accept("strict", session);
    assertThat(holder.getSessionState()).isNull();

    holder.setSessionState(new byte[] {1, 2, 3});
    assertThat(holder.getSessionState()).containsExactly(1, 2, 3);

    holder.setSessionState(null);
    assertThat(holder.getSessionState()).isNull();
  }

  @Rule(
      id = "sb-session-state-survives",
      text = "The state outlives the last message of its session and meets the next holder.",
      doc = Pages.SESSIONS)
  void keepsTheStateWithoutMessages() {
    BUS.user().sender("strict").sendMessage(message(session, "1"));
    ServiceBusReceiverClient holder = BUS.user().accept("strict", session);
    holder.setSessionState(new byte[] {7});
    holder.complete(one(holder));
    holder.close();
    BUS.pass(Duration.ofDays(30));

    assertThat(next().getSessionState()).containsExactly(7);
  }

  @Rule(
      id = "sb-session-state-size",
      text = "The state holds as much as one message, and no more.",
      doc = Pages.SESSIONS)
  void limitsTheStateToTheSizeOfAMessage() {
    ServiceBusReceiverClient holder = BUS.user().accept("strict", session);
    byte[] largest = new byte[256 * 1024];
    holder.setSessionState(largest);
    assertThat(holder.getSessionState()).hasSize(largest.length);

    refusal(() -> holder.setSessionState(new byte[largest.length + 1]));

    assertThat(holder.getSessionState()).hasSize(largest.length);
  }

  @Rule(
      id = "sb-session-state-quota",
      text = "The states of its sessions count towards an entity's size.",
      doc = Pages.SESSIONS)
  void countsStatesTowardsTheQuota() {
    BUS.local(); // elsewhere an entity holds a gigabyte at least
    byte[] most = new byte[60 * 1024];
    ServiceBusReceiverClient one = BUS.user().accept("tight", "s1");
    one.setSessionState(most);
    BUS.user().accept("tight", "s2").setSessionState(most);
    ServiceBusMessage large = new ServiceBusMessage(new byte[32 * 1024]).setSessionId("s1");
    ServiceBusSenderClient sender = BUS.user().sender("tight");

    assertThat(refusal(() -> sender.sendMessage(large)).getReason())
        .isEqualTo(ServiceBusFailureReason.QUOTA_EXCEEDED);

    one.setSessionState(null);
    sender.sendMessage(large);
  }

  @Rule(
      id = "sb-session-state-holder",
      text = "Who has lost a session cannot set its state: SessionLockLost.",
      doc = Pages.ERRORS)
  void refusesTheStateOfOneWhoLostTheSession() {
    ServiceBusReceiverClient late = BUS.user().accept("strict", session);
    late.setSessionState(new byte[] {1});
    BUS.pass(PAST_THE_LOCK);

    var refused = refusal(() -> late.setSessionState(new byte[] {2}));

    assertThat(refused.getReason()).isEqualTo(ServiceBusFailureReason.SESSION_LOCK_LOST);
    assertThat(next().getSessionState()).containsExactly(1);
  }

  // On one connection the SDK calls its links after their sessions, and a second holder may get the
  // first one's link while that is being closed.
  private ServiceBusReceiverClient next() {
    return BUS.user().another().accept("strict", session);
  }
}
