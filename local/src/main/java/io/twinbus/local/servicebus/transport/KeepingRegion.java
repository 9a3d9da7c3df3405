package io.twinbus.local.servicebus.transport;

import io.netty.channel.EventLoop;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.broker.NamespaceJournal;
import io.twinbus.local.servicebus.kept.NamespaceLog;
import io.twinbus.local.storage.DataDirectory;
import io.twinbus.local.storage.HoldingOutbox;
import io.twinbus.local.storage.Outbox;

/** Keeps a region in a data directory: nothing leaves before what it tells about is kept. */
final class KeepingRegion implements Keeping {
  private final DataDirectory data;
  private final NamespaceLog log;

  KeepingRegion(DataDirectory data, String region) {
    this.data = data;
    this.log = new NamespaceLog(data, region);
  }

  @Override
  public NamespaceJournal journal() {
    return log;
  }

  @Override
  public Outbox outbox(EventLoop thread) {
    return new HoldingOutbox(data, log::handOver, thread);
  }

  @Override
  public NamespaceSettings entities(NamespaceSettings configured) {
    return log.entities(configured);
  }

  @Override
  public void checkAllTaken() {
    log.checkAllTaken();
  }

  @Override
  public long handOver() {
    return log.handOver();
  }

  @Override
  public void awaitKept(long group) {
    data.awaitKept(group);
  }
}
