package io.twinbus.local.servicebus.broker;

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
      };

  /** Where an entity tells its changes. */
  EntityJournal of(String entity);

  /** What an entity held when its last process ended; asked once, before its first change. */
  EntityContents contents(String entity);
}
