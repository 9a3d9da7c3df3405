package io.twinbus.sender.pipeline;

import io.twinbus.sender.message.OutboundMessage;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is certain about the size of a message before a link has judged it. The journal hands out a
 * receipt only for a message that every region is certain to take.
 *
 * <p>Only a link knows the exact size of a message, as the SDK encodes it. Between the two answers
 * here lie the messages for which the sender has to wait for a link.
 */
final class LinkLimits {

  /** The SDK keeps 1 KiB of each 64 KiB for itself; twice that is certain to suffice. */
  private static final int SHARE_OF_SDK = 32;

  /** The part of the SDK's 512 bytes for ids and other fields that is certain to be free. */
  private static final int ROOM_FOR_FIELDS = 384;

  private final List<RegionState> regions;

  LinkLimits(List<RegionState> regions) {
    this.regions = regions;
  }

  /** Whether every region is certain to take a message of this size. */
  boolean surelyTake(OutboundMessage message) {
    long bytes = MessageSize.of(message);
    for (RegionState region : regions) {
      int limit = region.messageLimit();
      if (bytes > limit - limit / SHARE_OF_SDK) {
        return false;
      }
    }
    return bytesOutsideOfTheSdksGuess(message) <= ROOM_FOR_FIELDS;
  }

  /**
   * Why a message of this size is taken nowhere, as a clause: a region is certain not to take it,
   * and the smallest limit holds for all. Empty when every region may take it.
   */
  Optional<String> surelyRefuse(OutboundMessage message) {
    int body = message.body().size();
    return regions.stream()
        .filter(region -> region.isLimitKnown() && body >= region.messageLimit())
        .findFirst()
        .map(
            region ->
                "its body has %d bytes, and region %s takes messages of up to %d"
                    .formatted(body, region.name(), region.messageLimit()));
  }

  /**
   * The SDK guesses two bytes for each character of a property, and a fixed number of bytes for all
   * other fields together.
   */
  private static long bytesOutsideOfTheSdksGuess(OutboundMessage message) {
    long bytes = MessageSize.utf8(message.session().wire()) + MessageSize.utf8(message.id().wire());
    bytes += MessageSize.text(message.contentType()) + MessageSize.text(message.subject());
    bytes += MessageSize.text(message.correlationId()) + MessageSize.text(message.replyTo());
    bytes += MessageSize.text(message.replyToSession());
    bytes += message.session().isHashed() ? beyondGuess(message.session().value()) : 0;
    bytes += message.id().isHashed() ? beyondGuess(message.id().value()) : 0;
    for (Map.Entry<String, Object> property : message.properties().entrySet()) {
      bytes += beyondGuess(property.getKey());
      bytes += property.getValue() instanceof String value ? beyondGuess(value) : 0;
    }
    return bytes;
  }

  private static long beyondGuess(String text) {
    return Math.max(0, MessageSize.utf8(text) - 2L * text.length());
  }
}
