package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.broker.admission.SeenId;
import io.twinbus.local.servicebus.broker.admission.SeenIdJournal;
import org.jspecify.annotations.Nullable;

/**
 * What one entity tells of its changes, as far as they outlive the process: locks do not.
 *
 * <p>Notes only: called in the middle of a change, an implementation remembers what is needed and
 * calls nothing back.
 */
public interface EntityJournal extends SeenIdJournal {

  /** For data in memory. */
  EntityJournal NONE =
      new EntityJournal() {
        @Override
        public void stored(BrokerMessage message) {}

        @Override
        public void removed(long sequenceNumber) {}

        @Override
        public void numbered(long sequenceNumber) {}

        @Override
        public void sessionState(String sessionId, byte @Nullable [] state) {}

        @Override
        public void remembered(SeenId seen) {}

        @Override
        public void forgotten(String messageId) {}
      };

  /** A message is there now under its sequence number, or is there in another state. */
  void stored(BrokerMessage message);

  /** The message under this number is gone. */
  void removed(long sequenceNumber);

  /** The newest sequence number; none up to it is given out again. */
  void numbered(long sequenceNumber);

  /** A session has this state now; null: none. */
  void sessionState(String sessionId, byte @Nullable [] state);
}
