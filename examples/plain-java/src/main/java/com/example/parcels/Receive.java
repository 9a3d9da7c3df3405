package com.example.parcels;

import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.region.RegionReceiver;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Receives scans until the process is told to end; then it drains. */
final class Receive {

  private Receive() {}

  public static void main(String[] arguments) throws Exception {
    // snippet
    FlatSettings settings = Configuration.load(Path.of("twinbus.yaml"), System.getenv());
    RegionReceiver receiver =
        RegionReceiver.builder(settings).blockingHandler(new ScanLog()::handle).start();
    Runtime.getRuntime().addShutdownHook(new Thread(receiver::close)); // drains
    System.out.println("Receives as " + receiver.awaitReady());
    new CountDownLatch(1).await();
  }
}
