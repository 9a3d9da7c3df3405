package io.twinbus.local.servicebus.transport;

import io.netty.channel.EventLoop;
import io.twinbus.local.servicebus.NamespaceSettings;
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
        public NamespaceSettings entities(NamespaceSettings configured) {
          return configured;
        }

        @Override
        public void checkAllTaken() {}

        @Override
        public long handOver() {
          return 0;
        }

        @Override
        public void awaitKept(long group) {}
      };

  /** What the broker tells its changes. */
  NamespaceJournal journal();

  /** The way out of a connection that lives on that thread. */
  Outbox outbox(EventLoop thread);

  /** The entities to start with: those of the configuration with what has become of them. */
  NamespaceSettings entities(NamespaceSettings configured);

  /** Refuses data that no entity has taken. */
  void checkAllTaken();

  /** Hands what has changed over to be kept; on the region's thread. Answers the newest group. */
  long handOver();

  /** Waits until a group is kept; not on the region's thread. */
  void awaitKept(long group);
}
