package io.twinbus.local.servicebus.transport;

import io.netty.channel.EventLoop;
import io.twinbus.local.servicebus.broker.NamespaceJournal;
import io.twinbus.local.storage.Outbox;

/** Whether and where a region's data is kept beyond the process. */
interface Keeping {

  /** In memory only. */
  Keeping NOTHING =
      new Keeping() {
        @Override
        public NamespaceJournal journal() {
          return NamespaceJournal.NONE;
        }

        @Override
        public Outbox outbox(EventLoop thread) {
          return Outbox.IMMEDIATE;
        }

        @Override
        public void checkAllTaken() {}
      };

  /** What the broker tells its changes. */
  NamespaceJournal journal();

  /** The way out of a connection that lives on that thread. */
  Outbox outbox(EventLoop thread);

  /** Refuses data that no entity has taken. */
  void checkAllTaken();
}
