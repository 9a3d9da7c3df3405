package io.twinbus.sender.servicebus;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpException;
import io.twinbus.sender.pipeline.BatchId;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.Problem;
import io.twinbus.sender.pipeline.RefusalKind;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import reactor.core.Exceptions;

/**
 * Decides what an error of the SDK means for a batch.
 *
 * <ol>
 *   <li>A condition about a message: refused for a message. {@code amqp:not-allowed} is one only
 *       after the batch was handed over; before that the link or the connection was not allowed.
 *   <li>A condition about the entity: refused for the entity. It may have come with the end of the
 *       link, so after the batch was handed over the refusal is doubtful.
 *   <li>Server busy: refused for the moment.
 *   <li>Anything else: refused for the moment if the batch was not handed over, otherwise unknown.
 * </ol>
 */
public final class BatchOutcomes {

  private static final int MAX_CAUSES = 10;

  private static final Set<AmqpErrorCondition> ABOUT_A_MESSAGE =
      EnumSet.of(
          AmqpErrorCondition.LINK_PAYLOAD_SIZE_EXCEEDED,
          AmqpErrorCondition.ARGUMENT_ERROR,
          AmqpErrorCondition.ARGUMENT_OUT_OF_RANGE_ERROR,
          AmqpErrorCondition.NOT_ALLOWED,
          AmqpErrorCondition.NOT_IMPLEMENTED);

  private static final Set<AmqpErrorCondition> ABOUT_THE_ENTITY =
      EnumSet.of(
          AmqpErrorCondition.NOT_FOUND,
          AmqpErrorCondition.UNAUTHORIZED_ACCESS,
          AmqpErrorCondition.ENTITY_DISABLED_ERROR,
          AmqpErrorCondition.RESOURCE_LIMIT_EXCEEDED,
          AmqpErrorCondition.PUBLISHER_REVOKED_ERROR);

  private BatchOutcomes() {}

  /**
   * The outcome of {@code batch}, which ended with {@code error}; {@code handedOver} says whether
   * the SDK had taken it to send.
   */
  public static Event of(Throwable error, BatchId batch, boolean handedOver) {
    if (error instanceof UnsendableBatchException unsendable) {
      Optional<String> name = unsendable.condition().map(AmqpErrorCondition::getErrorCondition);
      Problem problem = new Problem(name, describe(error));
      return new Event.Refused(batch, RefusalKind.MESSAGE, problem, false);
    }
    Optional<AmqpErrorCondition> condition = conditionOf(error);
    Problem problem =
        new Problem(condition.map(AmqpErrorCondition::getErrorCondition), describe(error));
    boolean isOfLink =
        !handedOver && condition.filter(AmqpErrorCondition.NOT_ALLOWED::equals).isPresent();
    if (!isOfLink && condition.filter(ABOUT_A_MESSAGE::contains).isPresent()) {
      return new Event.Refused(batch, RefusalKind.MESSAGE, problem, false);
    }
    if (isOfLink || condition.filter(ABOUT_THE_ENTITY::contains).isPresent()) {
      return new Event.Refused(batch, RefusalKind.ENTITY, problem, handedOver);
    }
    boolean busy = condition.filter(AmqpErrorCondition.SERVER_BUSY_ERROR::equals).isPresent();
    return busy || !handedOver
        ? new Event.Refused(batch, RefusalKind.TRANSIENT, problem, false)
        : new Event.Unanswered(batch, problem);
  }

  private static Optional<AmqpErrorCondition> conditionOf(Throwable error) {
    Throwable cause = error;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      if (cause instanceof AmqpException amqp) {
        return Optional.ofNullable(amqp.getErrorCondition());
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }

  /** The first line of the error's message, without the SDK's wrapping of its last try. */
  private static String describe(Throwable error) {
    Throwable said = error;
    for (int depth = 0; Exceptions.isRetryExhausted(said) && depth < MAX_CAUSES; depth++) {
      Throwable cause = said.getCause();
      if (cause == null) {
        break;
      }
      said = cause;
    }
    String text = said.getMessage();
    return text == null ? said.getClass().getSimpleName() : text.lines().findFirst().orElse(text);
  }
}
