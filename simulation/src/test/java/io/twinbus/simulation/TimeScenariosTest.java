package io.twinbus.simulation;

import static io.twinbus.simulation.Stage.EAST;
import static io.twinbus.simulation.Stage.P;
import static io.twinbus.simulation.Stage.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Named histories about what the ledger has forgotten, and what it has not. */
class TimeScenariosTest {

  private static final Duration LONG_AGO = Duration.ofDays(15);

  private final Stage stage = new Stage();

  TimeScenariosTest() {
    stage.receiver(EAST);
    stage.receiver(WEST);
  }

  @Test
  void afterItsRecordWasPurgedASessionGoesOnWhereItsPredecessorIsLongPast() {
    stage.arrives(1, EAST, stage.after(LONG_AGO, 57, 56));

    stage.drain();

    assertThat(stage.endOf(P, 57).state()).isEqualTo(EndState.DONE);
  }

  @Test
  void whereARecordHasACursorAnOldPredecessorIsWaitedFor() {
    stage.arrives(1, EAST, stage.message(1, 0));
    stage.arrives(5, EAST, stage.after(LONG_AGO, 4, 3));
    stage.arrives(20, WEST, stage.message(2, 1), stage.message(3, 2));

    stage.drain();

    for (int seq = 1; seq <= 4; seq++) {
      assertThat(stage.endOf(P, seq).state()).as("number %d", seq).isEqualTo(EndState.DONE);
    }
  }

  @Test
  void aPredecessorThatIsNotLongPastIsWaitedForWithoutARecord() {
    SentMessage first = stage.message(1, 0);
    SentMessage later = stage.after(Duration.ofDays(1), 2, 1);
    stage.arrives(1, EAST, later);
    stage.arrives(15, WEST, first);
    stage.when(() -> !later.starts.isEmpty(), () -> assertThat(first.completed).isTrue());

    stage.drain();

    assertThat(later.completed).isTrue();
  }
}
