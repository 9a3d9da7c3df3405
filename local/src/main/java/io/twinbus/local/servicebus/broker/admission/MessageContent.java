package io.twinbus.local.servicebus.broker.admission;

import io.twinbus.local.servicebus.rules.ChangedProperties;
import io.twinbus.local.servicebus.rules.FilterView;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A message as its producer sent it, as far as the broker looks into it; it never changes. */
public interface MessageContent {

  /** The producer's id, never empty. */
  String messageId();

  /** The session it belongs to, or null. */
  @Nullable String sessionId();

  /** How long it may live once enqueued; null: as long as the entity allows. */
  @Nullable Duration timeToLive();

  /** When it is to become visible; null or past: at once. */
  @Nullable Instant scheduledEnqueueTime();

  /** What filters see of it; read only where there is one to ask. */
  FilterView view();

  /** The same message with these properties in place of its own. */
  MessageContent with(ChangedProperties changes);

  /** The encoded size that counts against the entity's limits. */
  int sizeBytes();
}
