package io.twinbus.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.console.commands.SharedLedger;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.watch.Events;
import io.twinbus.ops.watch.Snapshot;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A poller that looks when the test says so, at a ledger that cannot be opened. */
class PollerTest {

  private static final String CLOSED = "The ledger does not answer.";
  private static final int MOST = 200;
  private static final FlatSettings SETTINGS =
      FlatSettings.of(
          Map.of(
              "twinbus.queue", "orders",
              "twinbus.regions.east.connection-string",
                  "Endpoint=sb://localhost;SharedAccessKeyName=n;SharedAccessKey=a2V5",
              "twinbus.regions.west.connection-string",
                  "Endpoint=sb://127.0.0.1;SharedAccessKeyName=n;SharedAccessKey=a2V5"));

  @AutoClose("shutdownNow")
  private final HandTurned thread = new HandTurned();

  private final List<Board> shown = new ArrayList<>();

  /** Runs what is to be repeated when it is told to. */
  private static final class HandTurned extends ScheduledThreadPoolExecutor {

    private final List<Runnable> repeated = new ArrayList<>();

    HandTurned() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
        Runnable step, long first, long apart, TimeUnit unit) {
      repeated.add(step);
      return super.schedule(() -> {}, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    void turn() {
      repeated.forEach(Runnable::run);
    }
  }

  @Test
  void aLedgerThatDoesNotOpenIsTroubleOnTheBoardAndRegionsAreNotAsked() {
    Poller poller = poller(shown::add);
    poller.start();
    assertThat(poller.board().snapshot()).isEmpty();

    thread.turn();

    assertThat(shown).hasSize(1);
    Snapshot seen = poller.board().snapshot().orElseThrow();
    assertThat(seen.ledgerTrouble()).contains(CLOSED);
    assertThat(seen.queues()).hasSize(2);
    assertThat(seen.queues().values().toString()).contains("Not asked before the ledger is open.");
  }

  @Test
  void aViewerThatFailsDoesNotEndThePollingAndStandsOnTheTimeline() {
    List<Consumer<Board>> viewers = new ArrayList<>(List.of(this::fails, shown::add));
    Poller poller = poller(board -> viewers.remove(0).accept(board));
    poller.start();

    thread.turn();
    thread.turn();

    assertThat(shown).as("the look after the one that failed").hasSize(1);
    assertThat(poller.board().events())
        .filteredOn(Events.Event::isBad)
        .extracting(Events.Event::what)
        .anyMatch(what -> what.contains("The console could not look: ") && what.contains("gone"));
  }

  @Test
  void theTimelineKeepsTheNewestMarks() {
    Poller poller = poller(shown::add);
    poller.start();
    for (int number = 0; number <= MOST; number++) {
      poller.mark(false, "mark " + number);
    }

    thread.turn();

    assertThat(poller.board().events())
        .hasSizeLessThanOrEqualTo(MOST)
        .extracting(Events.Event::what)
        .contains("mark " + MOST)
        .doesNotContain("mark 0");
  }

  @Test
  void aClosedPollerHasEndedItsThread() {
    Poller poller = poller(shown::add);

    poller.close();

    assertThat(thread.isShutdown()).isTrue();
  }

  private void fails(Board board) {
    throw new IllegalStateException("a viewer is gone");
  }

  private Poller poller(Consumer<Board> viewer) {
    CliContext here = CliContext.ofThisMachine();
    SharedLedger ledger =
        new SharedLedger(
            settings -> {
              throw new CommandFailure(ExitCode.FAILURE, CLOSED);
            });
    return new Poller(SETTINGS, here, ledger, new PacedCensus(here.clocks()), viewer, thread);
  }
}
