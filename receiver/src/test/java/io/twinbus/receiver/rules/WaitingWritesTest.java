package io.twinbus.receiver.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.admission.WritePriority;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In which order writes go that wait for the ledger. */
class WaitingWritesTest {

  private static final EntityKey ONE = EntityKey.ofQueue("one");
  private static final EntityKey TWO = EntityKey.ofQueue("two");

  private final WaitingWrites<String> waiting = new WaitingWrites<>();

  @Test
  void ofOneQueueTheMostUrgentGoesFirstAndThoseAsUrgentAsTheyCame() {
    waiting.add(ONE, WritePriority.REPORT, "report");
    waiting.add(ONE, WritePriority.HELD, "first");
    waiting.add(ONE, WritePriority.HELD, "second");

    assertThat(all()).containsExactly("first", "second", "report");
  }

  @Test
  void queuesTakeTurns() {
    waiting.add(ONE, WritePriority.HELD, "1a");
    waiting.add(ONE, WritePriority.HELD, "1b");
    waiting.add(TWO, WritePriority.REPORT, "2a");
    waiting.add(TWO, WritePriority.REPORT, "2b");

    assertThat(all()).containsExactly("1a", "2a", "1b", "2b");
  }

  @Test
  void oneThatIsPutFirstGoesBeforeThoseAsUrgentOnly() {
    waiting.add(ONE, WritePriority.HELD, "held");
    waiting.add(ONE, WritePriority.CLAIM, "claim");
    waiting.addFirst(ONE, WritePriority.CLAIM, "first claim");

    assertThat(waiting.first(ONE, WritePriority.CLAIM)).contains("first claim");
    assertThat(all()).containsExactly("held", "first claim", "claim");
  }

  @Test
  void theFirstOfAQueueIsShownAndStays() {
    assertThat(waiting.first(ONE, WritePriority.HELD)).isEmpty();
    waiting.add(ONE, WritePriority.HELD, "a");
    waiting.add(TWO, WritePriority.HELD, "b");

    assertThat(waiting.first(ONE, WritePriority.HELD)).contains("a");
    assertThat(waiting.first(TWO, WritePriority.CLAIM)).isEmpty();
    assertThat(waiting.size()).isEqualTo(2);
  }

  @Test
  void withoutWritesNoneIsNext() {
    assertThat(waiting.next()).isNull();
    assertThat(waiting.size()).isZero();
  }

  private List<String> all() {
    List<String> all = new ArrayList<>();
    for (String write = waiting.next(); write != null; write = waiting.next()) {
      all.add(write);
    }
    return all;
  }
}
