package io.twinbus.sender.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.sender.disk.JournalDirectory;
import io.twinbus.sender.journal.JournalException;
import io.twinbus.sender.link.RegionLink;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.settings.JournalSettings;
import io.twinbus.sender.settings.SenderSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A sender with a journal that has ended, however it did: its threads, links and directory. */
@Timeout(120)
@Isolated("it looks at the threads of this JVM")
class NothingLeftBehindTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final ClusterSettings CLUSTER =
      ClusterSettings.from(
          FlatSettings.of(
              Map.of(
                  "twinbus.regions.east.namespace", "east.example.net",
                  "twinbus.regions.west.namespace", "west.example.net")));

  @TempDir private Path directory;

  private final AtomicInteger closedLinks = new AtomicInteger();
  private final Set<Thread> before = threads();
  private boolean isSilent;

  @Test
  void aClosedSenderHasNoThreadLinkOrDirectory() {
    RunningSender sender = start();
    assertThat(send(sender)).succeedsWithin(BOUND);

    sender.close(BOUND);

    assertNothingLeft();
  }

  /** The lanes wait for a region, and whoever closes is in a hurry: its thread is interrupted. */
  @Test
  void aSenderWhoseCloseIsInterruptedHasNoneEither() {
    isSilent = true;
    RunningSender sender = start();
    CompletableFuture<Receipt> unsettled = send(sender);

    Thread.currentThread().interrupt();
    sender.close(Duration.ofHours(1));

    assertThat(Thread.interrupted()).as("whoever called it sees the interruption, too").isTrue();
    assertThat(unsettled).as("durable, or failed").satisfies(it -> await().until(it::isDone));
    assertNothingLeft();
  }

  /** The next start must not be told that another sender has the directory. */
  @Test
  void aSenderThatCouldNotReadItsJournalGivesItBack() throws Exception {
    Path segment = Files.createDirectory(directory.resolve("0000000001.journal"));

    assertThatThrownBy(this::start)
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("cannot be read or written");

    Files.delete(segment);
    assertNothingLeft();
  }

  private void assertNothingLeft() {
    assertThat(closedLinks).hasValue(2);
    await()
        .atMost(BOUND)
        .untilAsserted(
            () -> {
              Set<Thread> left = threads();
              left.removeAll(before);
              assertThat(left).isEmpty();
            });
    JournalDirectory next = JournalDirectory.open(directory);
    assertThat(next).satisfies(files -> files.close());
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("twinbus-"))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static CompletableFuture<Receipt> send(RunningSender sender) {
    return sender.send(OutboundMessage.of("s", "m").body("body").build());
  }

  private RunningSender start() {
    return RunningSender.start(
        CLUSTER,
        SenderSettings.builder()
            .maxInFlightBytes(1024 * 1024)
            .journal(JournalSettings.in(directory).maxMebibytes(16))
            .build(),
        new SenderPorts(
            (region, entity, budget) -> new Link(),
            JournalDirectory::open,
            Clocks.system(),
            new Random(1)));
  }

  private final class Link implements RegionLink {

    @Override
    public void send(Effect.SendBatch batch, Consumer<Event> outcome) {
      if (!isSilent) {
        outcome.accept(new Event.Accepted(batch.batch()));
      }
    }

    @Override
    public void close() {
      closedLinks.incrementAndGet();
    }
  }
}
