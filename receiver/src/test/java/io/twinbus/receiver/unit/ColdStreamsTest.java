package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerEffect;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A record that has room for three streams, and a session of more. */
class ColdStreamsTest {

  private final WorkerDriver driver =
      new WorkerDriver(
          FlowSettings.ofDefaults()
              .withRecords(new FlowSettings.Records(ClaimScope.SESSION, 256, 3)));

  @Test
  void theDocumentIsWrittenBeforeTheCursorLeaves() {
    runOneOfEach("a", "b", "c");

    List<WorkerEffect> effects = driver.seen;
    int written = lastIndex(effects, WorkerEffect.CreateMessage.class);
    assertThat(written).isPositive().isLessThan(lastIndex(effects, WorkerEffect.Replace.class));
    assertThat(record().progress().cursors()).isEmpty();
    assertThat(record().progress().annex().cold()).isEqualTo(3);
  }

  @Test
  void aCopyThatItsDocumentCoversIsSettledWithoutACall() {
    runOneOfEach("a", "b", "c");
    int calls = driver.started().size();

    driver.deliver(new StreamId("a"), 1, 0, WorkerDriver.EAST);

    assertThat(driver.started()).hasSize(calls);
    assertThat(lastSettlement()).isInstanceOf(Settlement.Complete.class);
    assertThat(record().progress().cursors()).as("nothing returns").isEmpty();
  }

  @Test
  void theCursorReturnsBeforeTheStreamsNextMessageRuns() {
    runOneOfEach("a", "b", "c");

    driver.deliver(new StreamId("a"), 2, 1, WorkerDriver.EAST);

    assertThat(driver.lastCall().invocation().position().orElseThrow().seq()).isEqualTo(2);
    assertThat(record().progress().cursor(new StreamId("a"))).isEqualTo(1);
    driver.completes();
    assertThat(record().progress().cursor(new StreamId("a"))).isEqualTo(2);
  }

  @Test
  void aSuccessorReadsTheDocumentAgainAfterItsClaim() {
    runOneOfEach("a", "b", "c");
    WorkerDriver successor = driver.successor(OwnerState.DEAD);

    successor.deliver(new StreamId("new"), 1, 0, new RegionName("west"));

    MessageKey key = MessageKey.ofCold(new StreamId("new"));
    List<WorkerEffect> effects = successor.seen;
    int claim = firstReplace(effects);
    assertThat(effects.subList(0, claim)).contains(new WorkerEffect.ReadMessage(key));
    assertThat(effects.subList(claim, effects.size())).contains(new WorkerEffect.ReadMessage(key));
  }

  private void runOneOfEach(String... streams) {
    for (String stream : streams) {
      driver.deliver(new StreamId(stream), 1, 0, WorkerDriver.EAST);
      driver.completes();
    }
  }

  private Settlement lastSettlement() {
    return driver.seen.stream()
        .filter(WorkerEffect.Settle.class::isInstance)
        .map(effect -> ((WorkerEffect.Settle) effect).settlement())
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  private static int lastIndex(List<WorkerEffect> effects, Class<?> kind) {
    for (int i = effects.size() - 1; i >= 0; i--) {
      if (kind.isInstance(effects.get(i))) {
        return i;
      }
    }
    return -1;
  }

  private static int firstReplace(List<WorkerEffect> effects) {
    for (int i = 0; i < effects.size(); i++) {
      if (effects.get(i) instanceof WorkerEffect.Replace) {
        return i;
      }
    }
    return -1;
  }

  private SessionRecord record() {
    return Objects.requireNonNull(driver.record);
  }
}
