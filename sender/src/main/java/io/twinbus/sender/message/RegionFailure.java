package io.twinbus.sender.message;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why a region lacks, or may lack, its copy of a message.
 *
 * <p>Immutable and thread-safe.
 *
 * @param reason why the sender stopped trying
 * @param condition the AMQP condition of the last attempt, if there was one
 * @param description the last attempt's error, with the broker's tracking id where it gave one
 * @param mayHaveBeenAccepted whether an attempt ended without an answer, so that the region may
 *     have the message
 * @param retrySensible whether the same message can succeed later; false when the message itself
 *     was refused
 */
public record RegionFailure(
    GiveUpReason reason,
    Optional<String> condition,
    String description,
    boolean mayHaveBeenAccepted,
    boolean retrySensible) {

  /** The AMQP condition of a message, or a batch, that is larger than the link takes. */
  public static final String TOO_LARGE = "amqp:link:message-size-exceeded";

  private static final Pattern TRACKING_ID = Pattern.compile("TrackingId:([^\\s,;\\]]+)");

  /** The broker's tracking id, for a question to Azure's support; empty when it gave none. */
  public Optional<String> trackingId() {
    Matcher matcher = TRACKING_ID.matcher(description);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** Whether the message is larger than the region takes. */
  public boolean isTooLarge() {
    return condition.filter(TOO_LARGE::equals).isPresent();
  }
}
