package io.twinbus.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerIdentity;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The invariants hold where each receiver may hold a handful of copies, whatever the number of its
 * sessions: gaps are closed by what searches have read, and sessions that wait take turns.
 */
class BytesHistoriesTest {

  /** So few: every eighth history of {@link RandomHistoriesTest} is played so, too. */
  private static final int HISTORIES = Integer.getInteger("simulation.bytes.seeds", 10);

  private static final int MANY = 100;

  /** Among so many each mutation is found. */
  private static final int SEEDS = 200;

  /** Room for five copies. */
  private static final long A_FEW = 5 * 4_400;

  @Test
  void everyInvariantHoldsWhereAReceiverMayHoldAFewCopies() {
    play(1, HISTORIES);
  }

  @Test
  @Tag("long")
  void itHoldsInManyMoreHistories() {
    play(HISTORIES + 1, MANY);
  }

  private static void play(long first, long last) {
    LongStream.rangeClosed(first, last)
        .parallel()
        .mapToObj(seed -> new Simulation(bounded(UnaryOperator.identity())).run(seed))
        .toList()
        .forEach(result -> assertThat(result.failure()).as(result::story).isEmpty());
  }

  @Test
  void aWorkerThatDoesNotHearThatItIsHeldBackIsFound() {
    assertFound(event -> event instanceof WorkerEvent.HeldBack ? new WorkerEvent.Tick() : event);
  }

  @Test
  void aWorkerThatWaitsForWhatItCannotReceiveIsFound() {
    assertFound(
        event ->
            event instanceof WorkerEvent.Searched searched
                    && searched.outcome() instanceof SearchOutcome.Found
                ? new WorkerEvent.Searched(new SearchOutcome.Failed("a mutation"))
                : event);
  }

  private static void assertFound(UnaryOperator<WorkerEvent> heard) {
    Optional<SimulationResult> found =
        LongStream.rangeClosed(1, SEEDS)
            .mapToObj(seed -> new Simulation(bounded(heard)).runOnce(seed))
            .filter(result -> result.failure().isPresent())
            .findFirst();

    assertThat(found).isPresent();
    found.ifPresent(
        result -> System.out.printf("seed %d: %s%n", result.seed(), result.failure().get()));
  }

  /** Receivers that may hold a handful of copies. */
  static Wiring bounded(UnaryOperator<WorkerEvent> heard) {
    return new Wiring() {
      @Override
      public long maxBuffered() {
        return A_FEW;
      }

      @Override
      public SessionCore worker(
          WorkerIdentity who, FlowSettings flow, WorkerContext around, Now now) {
        return new AlteredWorker(super.worker(who, flow, around, now)) {
          @Override
          List<WorkerEffect> on(WorkerEvent event, Now moment) {
            return said(heard.apply(event), moment);
          }
        };
      }
    };
  }
}
