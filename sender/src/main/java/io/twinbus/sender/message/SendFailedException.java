package io.twinbus.sender.message;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The failure of a message that was not acknowledged; {@link io.twinbus.sender.Sender#send} fails
 * its future with it.
 *
 * <p>When {@link #mayHaveBeenAccepted()}, a region may have the message. A resend gets a new number
 * in its stream, so the message can take effect twice, unless its number is explicit.
 */
public final class SendFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The reason why a message was not acknowledged. */
  public enum Kind {
    /** No region accepted it. */
    FAILED_IN_ALL_REGIONS,
    /** {@code acknowledge: all} is set, and a region did not accept it. */
    NOT_IN_ALL_REGIONS,
    /** It is larger than a region takes, so no region was given it. */
    TOO_LARGE,
    /**
     * A message before it failed in all regions. In an explicit stream, that number is neither sent
     * again nor abandoned; in another stream, {@code after-failure: fail-queued} is set.
     */
    PREDECESSOR_FAILED,
    /** Its explicit number contradicts earlier ones; nothing was sent. */
    WRONG_SEQUENCE,
    /** Its time lies too far ahead, or behind its expiry; nothing was sent. */
    WRONG_TIME,
    /** The window of messages in flight was full; nothing was sent. */
    WINDOW_FULL,
    /** The sender is closed; nothing was sent. */
    CLOSED
  }

  private final Kind kind;
  private final transient SessionId session;
  private final transient MessageId messageId;
  private final transient SortedMap<RegionName, RegionFailure> failures;
  private final transient boolean accepted;

  private SendFailedException(
      Kind kind, String sentence, OutboundMessage message, Optional<DeliveryStatus> delivery) {
    super(sentence);
    this.kind = kind;
    this.session = message.session();
    this.messageId = message.id();
    this.failures =
        Collections.unmodifiableSortedMap(
            delivery.map(DeliveryStatus::failures).map(TreeMap::new).orElseGet(TreeMap::new));
    this.accepted = delivery.map(DeliveryStatus::isAcceptedAnywhere).orElse(false);
  }

  /** The failure of a message whose final status is {@code delivery}. */
  public static SendFailedException undelivered(OutboundMessage message, DeliveryStatus delivery) {
    Kind kind = kindOf(delivery);
    StringBuilder reasons = new StringBuilder();
    delivery
        .failures()
        .forEach(
            (region, failure) ->
                reasons
                    .append(' ')
                    .append(region)
                    .append(": ")
                    .append(failure.description())
                    .append(failure.mayHaveBeenAccepted() ? " (may have been accepted)" : "")
                    .append(';'));
    return new SendFailedException(
        kind,
        "Message '%s' of session '%s' %s:%s"
            .formatted(message.id(), message.session(), sentenceOf(kind), reasons),
        message,
        Optional.of(delivery));
  }

  private static Kind kindOf(DeliveryStatus delivery) {
    if (delivery.isAcceptedAnywhere()) {
      return Kind.NOT_IN_ALL_REGIONS;
    }
    if (delivery.failures().values().stream().anyMatch(RegionFailure::isTooLarge)) {
      return Kind.TOO_LARGE;
    }
    boolean heldBack =
        delivery.failures().values().stream()
            .anyMatch(failure -> failure.reason() == GiveUpReason.HELD_BACK);
    return heldBack ? Kind.PREDECESSOR_FAILED : Kind.FAILED_IN_ALL_REGIONS;
  }

  private static String sentenceOf(Kind kind) {
    return switch (kind) {
      case NOT_IN_ALL_REGIONS -> "was not accepted by every region";
      case TOO_LARGE -> "is too large";
      case PREDECESSOR_FAILED -> "failed because a message before it failed";
      default -> "was accepted by no region";
    };
  }

  /** The failure of a message that was not taken in; {@code why} is the reason as a clause. */
  public static SendFailedException rejected(OutboundMessage message, Kind kind, String why) {
    return new SendFailedException(
        kind,
        "Message '%s' of session '%s' was not sent: %s."
            .formatted(message.id(), message.session(), why),
        message,
        Optional.empty());
  }

  /** The failure of a message that came while the window was full; {@code limit} is a clause. */
  public static SendFailedException windowFull(OutboundMessage message, String limit) {
    return new SendFailedException(
        Kind.WINDOW_FULL,
        "Message '%s' of session '%s' was not sent: %s."
            .formatted(message.id(), message.session(), limit),
        message,
        Optional.empty());
  }

  /** The failure of a message that came after the sender was closed. */
  public static SendFailedException closed(OutboundMessage message) {
    return new SendFailedException(
        Kind.CLOSED,
        "Message '%s' of session '%s' was not sent: the sender is closed."
            .formatted(message.id(), message.session()),
        message,
        Optional.empty());
  }

  /** The reason why the message was not acknowledged. */
  public Kind kind() {
    return kind;
  }

  /** The message's session. */
  public SessionId session() {
    return session;
  }

  /** The message's id. */
  public MessageId messageId() {
    return messageId;
  }

  /** Whether a region has the message, or may have it. */
  public boolean mayHaveBeenAccepted() {
    return accepted || failures.values().stream().anyMatch(RegionFailure::mayHaveBeenAccepted);
  }

  /** Whether the same message can succeed later; false when the message itself was refused. */
  public boolean retrySensible() {
    if (failures.isEmpty() || kind == Kind.TOO_LARGE) {
      return kind == Kind.WINDOW_FULL || kind == Kind.PREDECESSOR_FAILED;
    }
    return failures.values().stream().anyMatch(RegionFailure::retrySensible);
  }

  /** The AMQP condition of the first region in alphabetical order that gave one. */
  public Optional<String> condition() {
    return failures.values().stream().flatMap(failure -> failure.condition().stream()).findFirst();
  }

  /** The broker's tracking id, of the first region in alphabetical order that gave one. */
  public Optional<String> trackingId() {
    return failures.values().stream().flatMap(failure -> failure.trackingId().stream()).findFirst();
  }

  /** For each region, why its copy was given up; empty when nothing was sent. */
  public SortedMap<RegionName, RegionFailure> reasons() {
    return failures;
  }
}
