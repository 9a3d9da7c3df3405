package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.broker.admission.Refusal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.qpid.proton.engine.Link;
import org.apache.qpid.proton.engine.Receiver;

/** Words for errors, as the service would say them, each with a tracking id to find it by. */
final class ErrorTexts {
  private final String region;
  private final InstantSource clock;
  private final Supplier<UUID> ids;

  ErrorTexts(String region, InstantSource clock, Supplier<UUID> ids) {
    this.region = region;
    this.clock = clock;
    this.ids = ids;
  }

  AmqpError of(Condition condition, String sentence, String entity) {
    return new AmqpError(
        condition,
        "%s TrackingId:%s, SystemTracker:%s:%s, Timestamp:%s"
            .formatted(sentence, trackingId(), region, entity, clock.instant()));
  }

  /** One a failure, to be found again in a log; the suffix is shaped like the service's. */
  private String trackingId() {
    return ids.get() + "_G1";
  }

  /** An error that somebody injected, in words that the SDK recognises like the service's own. */
  AmqpError injected(Condition condition, String entity) {
    return condition == Condition.NOT_FOUND
        ? entityNotFound(entity)
        : of(condition, "A fault was injected here.", entity);
  }

  AmqpError entityNotFound(String entity) {
    // The SDK recognises this very wording and fails at once; any other would be retried.
    return of(
        Condition.NOT_FOUND,
        "The messaging entity 'sb://%s/%s' could not be found.".formatted(region, entity),
        entity);
  }

  /** A link that was not used for so long, in the service's words. */
  AmqpError idleLink(Link link, Duration limit) {
    boolean sends = link instanceof Receiver;
    return of(
        Condition.LINK_DETACHED,
        "The link '%s' is force detached. Code: %s. Details: %s.IdleTimerExpired: Idle timeout: %s."
            .formatted(
                link.getName(),
                sends ? "publisher" : "consumer",
                sends ? "AmqpMessagePublisher" : "AmqpMessageConsumer",
                DotNetTime.span(limit)),
        "");
  }

  /** A connection that had no link for so long, in the service's words. */
  AmqpError withoutLinks(Duration limit) {
    return of(
        Condition.CONNECTION_FORCED,
        "The connection was inactive for more than the allowed %d milliseconds and is closed by"
                .formatted(limit.toMillis())
            + " container 'twinbus-local'.",
        "");
  }

  /** A link without a claim to what it is for, in the service's words. */
  AmqpError unauthorized(String claim, String entity) {
    return of(
        Condition.UNAUTHORIZED,
        "Unauthorized access. '%s' claim(s) are required to perform this operation. Resource:"
                .formatted(claim)
            + " 'sb://%s/%s'.".formatted(region, entity),
        entity);
  }

  AmqpError of(Refusal refusal, String entity, String subject) {
    return refusal == Refusal.ENTITY_NOT_FOUND
        ? entityNotFound(entity)
        : of(Condition.of(refusal), sentence(refusal, subject), entity);
  }

  private static String sentence(Refusal refusal, String subject) {
    return switch (refusal) {
      case SESSION_ID_MISSING ->
          "The SessionId was not set on a message, and it cannot be sent to the entity. Entities"
              + " that have session support enabled can only receive messages that have the"
              + " SessionId set to a valid value.";
      case ID_TOO_LONG -> "A SessionId or MessageId is longer than 128 characters.";
      case MESSAGE_TOO_LARGE ->
          "The message or batch is larger than the maximum message size of the entity.";
      case QUOTA_EXCEEDED -> "The maximum entity size has been reached; receive messages first.";
      case SESSION_REQUIRED ->
          "It is not possible for an entity that requires sessions to create a non-sessionful"
              + " message receiver.";
      case SESSIONS_NOT_SUPPORTED ->
          "A sessionful message receiver cannot be created on an entity that does not require"
              + " sessions. Ensure RequiresSession is set to true.";
      case SESSION_CANNOT_BE_LOCKED ->
          "The requested session '%s' cannot be accepted. It may be locked by another receiver."
              .formatted(subject);
      case SESSION_LOCK_LOST ->
          "The session lock has expired on the MessageSession. Accept a new MessageSession.";
      case MESSAGE_LOCK_LOST ->
          "The lock supplied is invalid. Either the lock expired, or the message has already been"
              + " removed from the queue.";
      case MESSAGE_NOT_FOUND ->
          "Failed to lock one or more specified messages. The message does not exist.";
      case ENTITY_DISABLED -> "The messaging entity is disabled for this operation.";
      case ENTITY_NOT_FOUND -> "The messaging entity could not be found.";
      case ENTITY_CHANGED ->
          "The link is force detached, because the settings of the messaging entity were changed.";
    };
  }
}
