package io.twinbus.local.unit;

import io.twinbus.local.servicebus.broker.admission.MessageContent;
import io.twinbus.local.servicebus.rules.ChangedProperties;
import io.twinbus.local.servicebus.rules.FilterView;
import io.twinbus.local.servicebus.rules.SystemProperty;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A message that is nothing but what the broker looks at. */
record TestMessage(
    String messageId,
    @Nullable String sessionId,
    @Nullable Duration timeToLive,
    @Nullable Instant scheduledEnqueueTime,
    int sizeBytes)
    implements MessageContent {

  static TestMessage of(@Nullable String session, String id) {
    return new TestMessage(id, session, null, null, 100);
  }

  TestMessage livingFor(Duration time) {
    return new TestMessage(messageId, sessionId, time, scheduledEnqueueTime, sizeBytes);
  }

  TestMessage scheduledAt(Instant time) {
    return new TestMessage(messageId, sessionId, timeToLive, time, sizeBytes);
  }

  @Override
  public FilterView view() {
    return new FilterView() {
      @Override
      public @Nullable String system(SystemProperty property) {
        return property == SystemProperty.MESSAGE_ID ? messageId : null;
      }

      @Override
      public @Nullable Object user(String name) {
        return null;
      }

      @Override
      public UUID newId() {
        return new UUID(0, 0);
      }
    };
  }

  @Override
  public MessageContent with(ChangedProperties changes) {
    return new TestMessage(
        String.valueOf(changes.system(SystemProperty.MESSAGE_ID)),
        sessionId,
        timeToLive,
        scheduledEnqueueTime,
        sizeBytes);
  }

  TestMessage ofSize(int bytes) {
    return new TestMessage(messageId, sessionId, timeToLive, scheduledEnqueueTime, bytes);
  }
}
