package io.twinbus.local.conformance.servicebus;

import static io.twinbus.local.conformance.ServiceBusUser.just;
import static io.twinbus.local.conformance.ServiceBusUser.message;
import static io.twinbus.local.conformance.ServiceBusUser.one;
import static io.twinbus.local.conformance.ServiceBusUser.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.conformance.ServiceBusTarget;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.Fault;
import io.twinbus.local.servicebus.faults.FaultCondition;
import io.twinbus.local.servicebus.faults.Operation;
import java.util.Objects;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet("Service Bus: errors")
class ErrorRulesTest {
  private static final int LARGEST = 256 * 1024;

  @RegisterExtension
  static final ServiceBusTarget BUS =
      ServiceBusTarget.with(
          QueueSettings.plainQueue("jobs"),
          QueueSettings.plainQueue("small").withSizes(LARGEST, LARGEST * 2L));

  @Rule(
      id = "sb-error-not-found",
      text = "An entity that is not there is MessagingEntityNotFound, not retriable.",
      doc = Pages.ERRORS)
  void namesAnEntityThatIsNotThere() {
    ServiceBusSenderClient sender = BUS.user().sender("nowhere");

    ServiceBusException refused = refusal(() -> sender.sendMessage(message("1")));

    assertThat(refused.getReason()).isEqualTo(ServiceBusFailureReason.MESSAGING_ENTITY_NOT_FOUND);
    assertThat(refused.isTransient()).isFalse();
    assertThat(refused).hasMessageContaining("nowhere").hasMessageContaining("TrackingId:");
    assertThatThrownBy(() -> one(BUS.user().receiver("nowhere")))
        .hasStackTraceContaining("could not be found");
  }

  @Rule(
      id = "sb-error-message-size",
      text = "A message above the entity's limit is MessageSizeExceeded, not retriable.",
      doc = Pages.QUOTAS)
  void refusesAMessageThatIsTooLarge() {
    ServiceBusSenderClient sender = BUS.user().sender("jobs");

    ServiceBusException refused =
        refusal(() -> sender.sendMessage(new ServiceBusMessage(new byte[2 * 1024 * 1024])));

    assertThat(refused.getReason()).isEqualTo(ServiceBusFailureReason.MESSAGE_SIZE_EXCEEDED);
    assertThat(refused.isTransient()).isFalse();
  }

  @Rule(
      id = "sb-error-quota",
      text = "A full entity refuses sends as QuotaExceeded, until messages are received.",
      doc = Pages.ERRORS)
  void refusesSendsToAFullEntity() {
    BUS.local(); // elsewhere an entity holds a gigabyte at least
    ServiceBusSenderClient sender = BUS.user().sender("small");
    // One closer to the limit is silently not sent by this SDK version.
    ServiceBusMessage half = new ServiceBusMessage(new byte[LARGEST - 16 * 1024]);
    sender.sendMessage(half);
    sender.sendMessage(half);

    ServiceBusException refused = refusal(() -> sender.sendMessage(half));

    assertThat(refused.getReason()).isEqualTo(ServiceBusFailureReason.QUOTA_EXCEEDED);
    assertThat(just(BUS.user().taker("small"), 2)).hasSize(2);
    sender.sendMessage(half);
  }

  @Rule(
      id = "sb-error-busy",
      text = "A throttled request is ServiceBusy and can be retried.",
      doc = Pages.ERRORS)
  void saysThatAThrottledRequestCanBeRetried() {
    BUS.local().faults().inject(Fault.throttle(Operation.SEND));
    ServiceBusSenderClient sender = BUS.user().sender("jobs");

    ServiceBusException refused = refusal(() -> sender.sendMessage(message("1")));

    assertThat(answer(refused).getErrorCondition()).isEqualTo(AmqpErrorCondition.SERVER_BUSY_ERROR);
    assertThat(answer(refused).isTransient()).isTrue();
    sender.sendMessage(message("2"));
    assertThat(one(BUS.user().taker("jobs")).getMessageId()).isEqualTo("2");
  }

  @Rule(
      id = "sb-error-timeout",
      text = "A time-out leaves open whether the request was carried out, and can be retried.",
      doc = Pages.ERRORS)
  void leavesOpenWhatATimeoutMeans() {
    BUS.local().faults().inject(Fault.after(Operation.SEND, Effect.fail(FaultCondition.TIMEOUT)));
    ServiceBusSenderClient sender = BUS.user().sender("jobs");

    ServiceBusException failed = refusal(() -> sender.sendMessage(message("1")));

    assertThat(answer(failed).getErrorCondition()).isEqualTo(AmqpErrorCondition.TIMEOUT_ERROR);
    assertThat(answer(failed).isTransient()).isTrue();
    assertThat(one(BUS.user().taker("jobs")).getMessageId()).isEqualTo("1");
  }

  // Without retries of its own the SDK wraps what could be retried.
  private static AmqpException answer(ServiceBusException refused) {
    Throwable cause = refused;
    while (cause != null && !(cause instanceof AmqpException)) {
      cause = cause.getCause();
    }
    return (AmqpException) Objects.requireNonNull(cause, "the service has answered");
  }
}
