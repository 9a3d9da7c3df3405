package io.twinbus.sender.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The quick start of the README is this code, and it runs. */
class QuickStartTest {

  private static final Path SOURCE =
      Path.of("src/test/java/io/twinbus/sender/integration/QuickStartTest.java");

  @Test
  void runs(@TempDir Path directory) throws IOException, InterruptedException {
    try (TwoRegions regions = new TwoRegions()) {
      Path file = directory.resolve("twinbus.yaml");
      Files.writeString(
          file,
          """
          twinbus:
            queue: orders
            regions:
              east:
                connection-string: %s
              west:
                connection-string: %s
            sender:
              max-in-flight-messages: 1000
          """
              .formatted(regions.east.connectionString(), regions.west.connectionString()));

      DeliveryStatus end = quickStart(file);

      assertThat(end.isComplete()).isTrue();
      assertThat(regions.idsHeld(regions.west, "parcel-7")).containsExactly("scan-19", "scan-20");
    }
  }

  @Test
  void standsInTheReadme() throws IOException {
    String source = Files.readString(SOURCE);
    String body = source.substring(source.indexOf("// quick start\n"), source.indexOf("// end\n"));
    String snippet = body.substring(body.indexOf('\n') + 1).stripIndent().strip();

    assertThat(Files.readString(Path.of("README.md"))).contains(snippet);
  }

  private static DeliveryStatus quickStart(Path file) throws InterruptedException {
    // quick start
    FlatSettings configuration = Configuration.load(file, System.getenv());
    try (Sender sender = Sender.builder(configuration).build()) {
      OutboundMessage first = OutboundMessage.of("parcel-7", "scan-19").body("{}").build();
      OutboundMessage second = OutboundMessage.of("parcel-7", "scan-20").body("{}").build();

      Receipt receipt = sender.sendAndWait(first);
      receipt.regions(); // {east=ACCEPTED, west=PENDING}
      CompletableFuture<Receipt> next = sender.send(second); // the usual way: no thread waits

      return next.thenCompose(Receipt::inAllRegions).join(); // each region has it, or why not
    }
    // end
  }
}
