package io.twinbus.sender.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpErrorContext;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusErrorSource;
import com.azure.messaging.servicebus.ServiceBusException;
import io.twinbus.sender.pipeline.BatchId;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.servicebus.BatchOutcomes;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BatchOutcomesTest {

  private static final BatchId BATCH = new BatchId(LaneHarness.EAST, 0, 1);

  @ParameterizedTest
  @EnumSource(
      value = AmqpErrorCondition.class,
      names = {"LINK_PAYLOAD_SIZE_EXCEEDED", "ARGUMENT_ERROR", "NOT_ALLOWED"})
  void someConditionsSpeakOfAMessage(AmqpErrorCondition condition) {
    assertThat(BatchOutcomes.of(error(condition), BATCH, true))
        .isInstanceOfSatisfying(
            Event.Refused.class,
            refused -> {
              assertThat(refused.kind()).isEqualTo(RefusalKind.MESSAGE);
              assertThat(refused.doubtful()).isFalse();
              assertThat(refused.problem().condition()).contains(condition.getErrorCondition());
            });
  }

  @ParameterizedTest
  @EnumSource(
      value = AmqpErrorCondition.class,
      names = {
        "NOT_FOUND",
        "UNAUTHORIZED_ACCESS",
        "ENTITY_DISABLED_ERROR",
        "RESOURCE_LIMIT_EXCEEDED"
      })
  void othersSpeakOfTheEntityAndLeaveADoubtOnceTheBatchWasHandedOver(AmqpErrorCondition condition) {
    assertThat(BatchOutcomes.of(error(condition), BATCH, true))
        .isInstanceOfSatisfying(
            Event.Refused.class,
            refused -> {
              assertThat(refused.kind()).isEqualTo(RefusalKind.ENTITY);
              assertThat(refused.doubtful()).isTrue();
            });
    assertThat(BatchOutcomes.of(error(condition), BATCH, false))
        .isInstanceOfSatisfying(
            Event.Refused.class, refused -> assertThat(refused.doubtful()).isFalse());
  }

  @Test
  void whatIsNotAllowedBeforeTheBatchWasHandedOverIsTheLinkAndNoMessage() {
    assertThat(BatchOutcomes.of(error(AmqpErrorCondition.NOT_ALLOWED), BATCH, false))
        .isInstanceOfSatisfying(
            Event.Refused.class,
            refused -> {
              assertThat(refused.kind()).isEqualTo(RefusalKind.ENTITY);
              assertThat(refused.doubtful()).isFalse();
              assertThat(refused.problem().condition()).contains("amqp:not-allowed");
            });
  }

  @Test
  void aBusyServerRefusesForTheMoment() {
    assertThat(BatchOutcomes.of(error(AmqpErrorCondition.SERVER_BUSY_ERROR), BATCH, true))
        .isInstanceOfSatisfying(
            Event.Refused.class,
            refused -> assertThat(refused.kind()).isEqualTo(RefusalKind.TRANSIENT));
  }

  @ParameterizedTest
  @EnumSource(
      value = AmqpErrorCondition.class,
      names = {"TIMEOUT_ERROR", "LINK_DETACH_FORCED", "CONNECTION_FORCED", "INTERNAL_ERROR"})
  void whatMayComeAfterTheBatchLandedIsNoAnswer(AmqpErrorCondition condition) {
    assertThat(BatchOutcomes.of(error(condition), BATCH, true))
        .isInstanceOf(Event.Unanswered.class);
  }

  @Test
  void anErrorThatNamesNoConditionIsNoAnswer() {
    assertThat(BatchOutcomes.of(new TimeoutException("late"), BATCH, true))
        .isInstanceOfSatisfying(
            Event.Unanswered.class,
            unanswered -> {
              assertThat(unanswered.problem().condition()).isEmpty();
              assertThat(unanswered.problem().description()).isEqualTo("late");
            });
  }

  @Test
  void nothingIsInDoubtBeforeTheBatchWasHandedOver() {
    assertThat(BatchOutcomes.of(new TimeoutException("late"), BATCH, false))
        .isInstanceOfSatisfying(
            Event.Refused.class,
            refused -> {
              assertThat(refused.kind()).isEqualTo(RefusalKind.TRANSIENT);
              assertThat(refused.doubtful()).isFalse();
            });
  }

  private static Throwable error(AmqpErrorCondition condition) {
    AmqpException amqp =
        new AmqpException(false, condition, "said so", new AmqpErrorContext("host"));
    return new ServiceBusException(amqp, ServiceBusErrorSource.SEND);
  }
}
