package io.twinbus.local.conformance.servicebus;

import static io.twinbus.local.conformance.ServiceBusUser.message;
import static io.twinbus.local.conformance.ServiceBusUser.one;
import static io.twinbus.local.conformance.ServiceBusUser.soFar;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.conformance.ServiceBusTarget;
import io.twinbus.local.servicebus.QueueSettings;
import java.time.Duration;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet("Service Bus: expiry")
class ExpiryRulesTest {
  private static final Duration CAP = Duration.ofMinutes(20);
  private static final Duration LOCK = Duration.ofMinutes(5);

  @RegisterExtension
  static final ServiceBusTarget BUS =
      ServiceBusTarget.with(
          QueueSettings.plainQueue("jobs"),
          QueueSettings.plainQueue("capped").withTimeToLive(CAP, false),
          QueueSettings.plainQueue("kept").withTimeToLive(CAP, true).withLockDuration(LOCK));

  @Rule(
      id = "sb-ttl",
      text = "Past its time to live a message is never received.",
      doc = Pages.EXPIRATION)
  void neverDeliversAnExpiredMessage() {
    send("jobs", Duration.ofMinutes(10));
    BUS.pass(Duration.ofMinutes(9));
    assertThat(BUS.user().receiver("jobs").peekMessage().getMessageId()).isEqualTo("1");

    BUS.pass(Duration.ofSeconds(61));

    assertThat(soFar(BUS.user().taker("jobs"))).isEmpty();
  }

  @Rule(
      id = "sb-ttl-expires-at",
      text = "A message expires at its enqueued time plus its time to live.",
      doc = Pages.EXPIRATION)
  void computesTheTimeOfExpiry() {
    send("jobs", Duration.ofMinutes(10));

    ServiceBusReceivedMessage got = one(BUS.user().taker("jobs"));

    assertThat(got.getExpiresAt()).isEqualTo(got.getEnqueuedTime().plusMinutes(10));
  }

  @Rule(
      id = "sb-ttl-scheduled",
      text =
          "Time to live counts from the enqueue time: 5 min of schedule and 10 min end after 15.",
      doc = Pages.EXPIRATION)
  void countsFromActivationWhereAMessageWasScheduled() {
    BUS.user()
        .sender("jobs")
        .scheduleMessage(
            message("1").setTimeToLive(Duration.ofMinutes(10)),
            BUS.now().plus(Duration.ofMinutes(5)).atOffset(ZoneOffset.UTC));
    BUS.pass(Duration.ofMinutes(14));
    assertThat(BUS.user().receiver("jobs").peekMessage().getMessageId()).isEqualTo("1");

    BUS.pass(Duration.ofSeconds(61));

    assertThat(soFar(BUS.user().taker("jobs"))).isEmpty();
  }

  @Rule(
      id = "sb-ttl-default",
      text = "A message without a time to live has the entity's.",
      doc = Pages.EXPIRATION)
  void usesTheEntitysTimeToLive() {
    send("capped", null);

    assertThat(BUS.user().receiver("capped").peekMessage().getTimeToLive()).isEqualTo(CAP);

    BUS.pass(CAP.plusSeconds(1));
    assertThat(soFar(BUS.user().taker("capped"))).isEmpty();
  }

  @Rule(
      id = "sb-ttl-cap",
      text = "A time to live above the entity's is cut to it silently; a shorter one stands.",
      doc = Pages.EXPIRATION)
  void cutsALongerTimeToLive() {
    send("capped", CAP.multipliedBy(2));
    assertThat(one(BUS.user().taker("capped")).getTimeToLive()).isEqualTo(CAP);

    send("capped", CAP.dividedBy(2));
    assertThat(one(BUS.user().taker("capped")).getTimeToLive()).isEqualTo(CAP.dividedBy(2));
  }

  @Rule(
      id = "sb-ttl-locked",
      text = "Expiry does not touch a locked message: it can still be completed.",
      doc = Pages.EXPIRATION)
  void leavesALockedMessageToItsHolder() {
    send("kept", Duration.ofMinutes(1));
    ServiceBusReceiverClient holder = BUS.user().receiver("kept");
    ServiceBusReceivedMessage held = one(holder);
    BUS.pass(Duration.ofMinutes(2));

    holder.complete(held);

    assertThat(BUS.user().deadLetters("kept").peekMessages(1)).isEmpty();
  }

  @Rule(
      id = "sb-ttl-unlocked",
      text = "When the lock on an expired message ends, it expires at once.",
      doc = Pages.EXPIRATION)
  void expiresWhatIsAbandonedTooLate() {
    send("kept", Duration.ofMinutes(1));
    ServiceBusReceiverClient holder = BUS.user().receiver("kept");
    ServiceBusReceivedMessage held = one(holder);
    BUS.pass(Duration.ofMinutes(2));

    holder.abandon(held);

    assertThat(soFar(holder)).isEmpty();
    assertThat(one(BUS.user().deadLetters("kept")).getDeadLetterReason())
        .isEqualTo("TTLExpiredException");
  }

  @Rule(
      id = "sb-ttl-dead-letter",
      text = "Where the entity says so, an expired message is dead-lettered: TTLExpiredException.",
      doc = Pages.EXPIRATION)
  void deadLettersWhatExpires() {
    send("kept", Duration.ofMinutes(1));

    BUS.pass(Duration.ofMinutes(2));

    assertThat(soFar(BUS.user().taker("kept"))).isEmpty();
    ServiceBusReceivedMessage dead = one(BUS.user().deadLetters("kept"));
    assertThat(dead.getDeadLetterReason()).isEqualTo("TTLExpiredException");
    assertThat(dead.getBody().toString()).isEqualTo("body of 1");
  }

  @Rule(
      id = "sb-ttl-drop",
      text = "Otherwise an expired message is dropped without a trace.",
      doc = Pages.EXPIRATION)
  void dropsWhatExpires() {
    send("jobs", Duration.ofMinutes(1));

    BUS.pass(Duration.ofMinutes(2));

    assertThat(soFar(BUS.user().taker("jobs"))).isEmpty();
    assertThat(BUS.user().deadLetters("jobs").peekMessages(1)).isEmpty();
  }

  private static void send(String queue, @Nullable Duration timeToLive) {
    var message = message("1");
    if (timeToLive != null) {
      message.setTimeToLive(timeToLive);
    }
    BUS.user().sender(queue).sendMessage(message);
  }
}
