package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.TopicSettings;

/** Keeps what must outlive the process, entity by entity. */
public interface NamespaceJournal {

  /** Keeps nothing: data lives in memory. */
  NamespaceJournal NONE =
      new NamespaceJournal() {
        @Override
        public EntityJournal of(String entity) {
          return EntityJournal.NONE;
        }

        @Override
        public EntityContents contents(String entity) {
          return EntityContents.EMPTY;
        }

        @Override
        public void changed(QueueSettings now) {}

        @Override
        public void changed(TopicSettings now) {}

        @Override
        public void deleted(String name) {}
      };

  /** Where an entity tells its changes. */
  EntityJournal of(String entity);

  /** What an entity held when its last process ended; asked once, before its first change. */
  EntityContents contents(String entity);

  /** A queue was created, or has other settings now. */
  void changed(QueueSettings now);

  /** A topic was created, or it or its subscriptions have other settings now. */
  void changed(TopicSettings now);

  /** A queue or topic is gone. */
  void deleted(String name);
}
