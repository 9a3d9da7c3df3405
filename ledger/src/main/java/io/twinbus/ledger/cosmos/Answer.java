package io.twinbus.ledger.cosmos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the container answered to an operation on one document. */
sealed interface Answer {

  /** Carried out; {@code document} is there after a read. */
  record Done(@Nullable ObjectNode document, String etag) implements Answer {}

  /** A read found nothing. */
  record Absent() implements Answer {}

  /** A write was not applied. */
  record Conflict() implements Answer {}

  /** Unknown; {@code retryAfter} is there when the operation was throttled. */
  record Unknown(String why, Optional<Duration> retryAfter) implements Answer {

    Unknown(String why) {
      this(why, Optional.empty());
    }
  }
}
