package com.example.parcels;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.handler.BlockingHandler;
import io.twinbus.receiver.region.RegionReceiver;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A receiver whose handler blocks on a virtual thread for each call; from JDK 21 on. */
final class OnVirtualThreads implements AutoCloseable {

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final RegionReceiver receiver;

  OnVirtualThreads(FlatSettings settings, BlockingHandler.Code code) throws Exception {
    receiver = RegionReceiver.builder(settings).blockingHandler(code).executor(threads).start();
  }

  @Override
  public void close() {
    receiver.close(); // drains: the threads are needed until then
    threads.close();
  }
}
