package io.twinbus.sender.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.sender.journal.JournalException;
import io.twinbus.sender.link.RegionLink;
import io.twinbus.sender.link.RegionLinks;
import io.twinbus.sender.pipeline.BatchId;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.settings.Fsync;
import io.twinbus.sender.settings.SenderSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** That links do not outlive a sender which could not be started, and answer after their close. */
@Isolated("it looks at the threads of this JVM")
class LinksTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final ClusterSettings CLUSTER =
      ClusterSettings.from(
          FlatSettings.of(
              Map.of(
                  "twinbus.regions.east.namespace", "east.example.net",
                  "twinbus.regions.west.namespace", "west.example.net")));

  private final List<String> opened = new CopyOnWriteArrayList<>();
  private final List<String> closed = new CopyOnWriteArrayList<>();

  @Test
  void aRegionWhoseLinkCannotBeOpenedLeavesNoOtherOpen() {
    RegionLinks links =
        (region, entity, budget) -> {
          if (!opened.isEmpty()) {
            throw new IllegalStateException("no credential");
          }
          opened.add(region.name().value());
          return new Link(region.name().value());
        };

    assertThatThrownBy(() -> start(links, SenderSettings.builder().build()))
        .hasMessageContaining("no credential");

    assertThat(opened).hasSize(1);
    assertThat(closed).isEqualTo(opened);
  }

  @Test
  void aJournalThatCannotBeOpenedLeavesNoLinkOpen() {
    RegionLinks links = (region, entity, budget) -> new Link(region.name().value());

    assertThatThrownBy(() -> start(links, JournalStage.settings(Fsync.EACH)))
        .isInstanceOf(JournalException.class);

    assertThat(closed).containsExactlyInAnyOrder("east", "west");
  }

  /** Unheard, the batch would hold its lane up until the end of the close. */
  @Test
  void aBatchThatComesAfterTheCloseIsAnsweredAndTheThreadHasEnded() {
    RegionName east = new RegionName("east-of-this-test");
    EncodingThreadLink link = new EncodingThreadLink(east, new Link("east"));
    List<Event> answers = new CopyOnWriteArrayList<>();
    Effect.SendBatch batch = new Effect.SendBatch(new BatchId(east, 0, 1), List.of());
    link.send(batch, answers::add);
    await().atMost(BOUND).until(() -> answers.size() == 1);

    link.close();
    link.send(batch, answers::add);

    assertThat(answers).hasSize(2);
    assertThat(answers.get(1)).isInstanceOf(Event.Unanswered.class);
    assertThat(closed).containsExactly("east");
    await()
        .atMost(BOUND)
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().endsWith(east.value())));
  }

  private static void start(RegionLinks links, SenderSettings settings) {
    RunningSender.start(
            CLUSTER,
            settings,
            new SenderPorts(
                links,
                directory -> {
                  throw new JournalException("in use");
                },
                Clocks.system(),
                new Random(1)))
        .close(Duration.ZERO);
  }

  private final class Link implements RegionLink {

    private final String name;

    Link(String name) {
      this.name = name;
    }

    @Override
    public void send(Effect.SendBatch batch, Consumer<Event> outcome) {
      outcome.accept(new Event.Accepted(batch.batch()));
    }

    @Override
    public void close() {
      closed.add(name);
    }
  }
}
