package io.twinbus.local.integration;

import static io.twinbus.local.integration.ServiceBusClients.message;
import static io.twinbus.local.integration.ServiceBusClients.messages;
import static io.twinbus.local.integration.ServiceBusClients.saidByTheService;
import static io.twinbus.local.integration.ServiceBusClients.untilItWorks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.local.faults.Injected;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.Effect.Kind;
import io.twinbus.local.servicebus.faults.Fault;
import io.twinbus.local.servicebus.faults.FaultCondition;
import io.twinbus.local.servicebus.faults.Operation;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a producer sees of each fault, and what the entity holds afterwards. */
@Execution(ExecutionMode.CONCURRENT)
class ServiceBusSendFaultsTest {
  private final ServiceBusEndpoint endpoint =
      ServiceBusEndpoint.start(
          ServiceBusEndpointOptions.ofDefaults("east")
              .withQueues(
                  QueueSettings.sessionQueue("orders"), QueueSettings.sessionQueue("others")));
  private ServiceBusClients clients = new ServiceBusClients(endpoint);
  private ServiceBusSenderClient sender = clients.sender("orders");

  @AfterEach
  void stop() {
    clients.close();
    endpoint.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"DROP", "HANG", "DETACH", "CLOSE"})
  void nothingIsThereAfterAFaultBeforeTheCommit(Kind kind) {
    suffer(kind);
    sender.sendMessage(message("s1", "before"));
    int fault = endpoint.faults().inject(Fault.before(Operation.SEND, Effect.of(kind)));

    Throwable seen = catchThrowable(() -> sender.sendMessage(message("s1", "struck")));

    assertThatARetryMakesSense(seen, kind);
    assertThat(held("orders").active()).isEqualTo(1);
    assertThat(fault(fault).struck()).isEqualTo(Map.of(Operation.SEND, 1L));
    assertThat(fault(fault).active()).isFalse();
    untilItWorks(() -> sender.sendMessage(message("s1", "after")));
    assertThat(held("orders").active()).isGreaterThanOrEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"DROP", "HANG", "DETACH", "CLOSE"})
  void theMessageIsThereAfterAFaultThatTookTheReply(Kind kind) {
    suffer(kind);
    sender.sendMessage(message("s1", "before"));
    int fault = endpoint.faults().inject(Fault.after(Operation.SEND, Effect.of(kind)));

    Throwable seen = catchThrowable(() -> sender.sendMessage(message("s1", "struck")));

    assertThatARetryMakesSense(seen, kind);
    assertThat(held("orders").active()).isEqualTo(2);
    assertThat(fault(fault).strikes()).isOne();
    untilItWorks(() -> sender.sendMessage(message("s1", "after")));
  }

  @ParameterizedTest
  @CsvSource({
    "SERVER_BUSY, SERVER_BUSY_ERROR, true",
    "TIMEOUT, TIMEOUT_ERROR, true",
    "QUOTA_EXCEEDED, RESOURCE_LIMIT_EXCEEDED, false",
    "ENTITY_DISABLED, ENTITY_DISABLED_ERROR, false",
    "NOT_FOUND, NOT_FOUND, false",
    "UNAUTHORIZED, UNAUTHORIZED_ACCESS, false"
  })
  void anErrorIsSeenAsTheConditionThatItIs(
      FaultCondition condition, AmqpErrorCondition expected, boolean retryMakesSense) {
    endpoint.faults().inject(Fault.before(Operation.SEND, Effect.fail(condition)));

    Throwable seen = catchThrowable(() -> sender.sendMessage(message("s1", "struck")));

    AmqpException said = saidByTheService(seen);
    assertThat(said.getErrorCondition()).isEqualTo(expected);
    assertThat(said.isTransient()).isEqualTo(retryMakesSense);
    assertThat(said).hasMessageContaining("TrackingId");
    assertThat(held("orders").active()).isZero();
    sender.sendMessage(message("s1", "after"));
    assertThat(held("orders").active()).isOne();
  }

  @Test
  void anInternalErrorIsAnsweredByTheSdkWithAnotherTryEvenWithoutRetries() {
    int fault =
        endpoint
            .faults()
            .inject(Fault.before(Operation.SEND, Effect.fail(FaultCondition.INTERNAL_ERROR)));

    sender.sendMessage(message("s1", "m1"));

    assertThat(fault(fault).strikes()).isOne();
    assertThat(held("orders").active()).isOne();
  }

  @Test
  void aThrottledSendSucceedsByTheSdksOwnRetry() {
    try (ServiceBusClients patient =
        ServiceBusClients.retrying(endpoint, 3, Duration.ofMillis(50))) {
      int fault = endpoint.faults().inject(Fault.throttle(Operation.SEND).times(1));

      patient.sender("orders").sendMessage(message("s1", "m1"));

      assertThat(fault(fault).strikes()).isOne();
      assertThat(held("orders").active()).isOne();
    }
  }

  @Test
  void aFaultOfOneEntityAndSessionSparesTheOthers() {
    int fault =
        endpoint
            .faults()
            .inject(Fault.throttle(Operation.SEND).in("ORDERS").ofSession("s2").times(9));

    sender.sendMessage(message("s1", "m1"));
    clients.sender("others").sendMessage(message("s2", "m1"));
    assertThat(fault(fault).offered()).isZero();
    Throwable seen = catchThrowable(() -> sender.sendMessage(message("s2", "m1")));

    assertThat(saidByTheService(seen).getErrorCondition())
        .isEqualTo(AmqpErrorCondition.SERVER_BUSY_ERROR);
    assertThat(fault(fault).offered()).isOne();
  }

  @Test
  void healEndsAFaultAndKeepsItsCounts() {
    int fault = endpoint.faults().inject(Fault.throttle(Operation.SEND).times(1_000));
    assertThat(catchThrowable(() -> sender.sendMessage(message("s1", "m1")))).isNotNull();

    endpoint.heal();

    sender.sendMessage(message("s1", "m2"));
    assertThat(fault(fault).strikes()).isOne();
    assertThat(fault(fault).active()).isFalse();
  }

  @Test
  void aLostMessageIsAcceptedAndNeverThere() {
    int fault = endpoint.faults().inject(Fault.lose().times(2));

    sender.sendMessages(messages("s1", 5));

    assertThat(held("orders").active()).isEqualTo(3);
    assertThat(fault(fault).offered()).isEqualTo(2);
    assertThat(fault(fault).strikes()).isEqualTo(2);
  }

  @Test
  void aScheduleRequestWhoseReplyIsLostHasScheduledAllTheSame() {
    suffer(Kind.HANG);
    sender.sendMessage(message("s1", "opens the connection"));
    endpoint.faults().inject(Fault.after(Operation.SCHEDULE, Effect.of(Kind.HANG)));

    Throwable seen =
        catchThrowable(
            () ->
                sender.scheduleMessage(
                    message("s1", "later"), OffsetDateTime.now(ZoneOffset.UTC).plusHours(1)));

    assertThatARetryMakesSense(seen, Kind.HANG);
    assertThat(held("orders").scheduled()).isOne();
  }

  @Test
  void aRefusedConnectionIsSeenAndTheNextOneServes() {
    endpoint
        .faults()
        .inject(Fault.before(Operation.CONNECT, Effect.fail(FaultCondition.SERVER_BUSY)));
    endpoint
        .faults()
        .inject(Fault.before(Operation.ATTACH, Effect.fail(FaultCondition.ENTITY_DISABLED)));

    Throwable first = catchThrowable(() -> sender.sendMessage(message("s1", "m1")));
    untilItWorks(() -> sender.sendMessage(message("s1", "m2")));

    assertThat(first).isNotNull();
    assertThat(endpoint.faults().all()).allMatch(fault -> fault.strikes() == 1);
  }

  private void suffer(Kind kind) {
    clients.close();
    clients = ServiceBusClients.thatSuffer(endpoint, kind);
    sender = clients.sender("orders");
  }

  /** A client that waits in vain is not told anything; its own timeout ends the wait. */
  private static void assertThatARetryMakesSense(Throwable seen, Kind kind) {
    if (kind == Kind.HANG) {
      // Two timeouts of the SDK end at the same moment; either may win.
      assertThat(seen)
          .satisfiesAnyOf(
              e -> assertThat(e).hasMessageContaining("Timeout on blocking"),
              e -> assertThat(e).hasMessageContaining("Retries exhausted"));
    } else {
      assertThat(seen)
          .rootCause()
          .isInstanceOfSatisfying(
              AmqpException.class, said -> assertThat(said.isTransient()).isTrue());
    }
  }

  private EntityCounts held(String queue) {
    return endpoint.counts().stream()
        .filter(counts -> counts.entity().equals(queue))
        .findFirst()
        .orElseThrow();
  }

  private Injected<Operation, Fault> fault(int id) {
    return endpoint.faults().all().stream()
        .filter(fault -> fault.id() == id)
        .findFirst()
        .orElseThrow();
  }
}
