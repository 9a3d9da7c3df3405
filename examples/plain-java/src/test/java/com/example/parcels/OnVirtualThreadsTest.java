package com.example.parcels;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.LocalStack;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.testkit.system.LocalSettings;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** From JDK 21 on. */
class OnVirtualThreadsTest {

  @Test
  void aCallRunsOnAVirtualThread() throws Exception {
    FlatSettings paced =
        LocalSettings.withPace(
            FlatSettings.of(Map.of("twinbus.queue", "parcels", "twinbus.home", "east")));
    CompletableFuture<Boolean> virtual = new CompletableFuture<>();
    try (LocalStack stack = LocalSettings.start(paced);
        OnVirtualThreads unused =
            new OnVirtualThreads(
                LocalSettings.of(paced, stack, "east"),
                (message, call) -> {
                  virtual.complete(Thread.currentThread().isVirtual());
                  return new HandlerOutcome.Completed();
                });
        Sender sender = Sender.builder(LocalSettings.of(paced, stack)).build()) {
      sender.sendAndWait(OutboundMessage.of("parcel-9", "scan-1").body("Lyon").build());

      assertThat(virtual.get(60, TimeUnit.SECONDS)).isTrue();
    }
  }
}
