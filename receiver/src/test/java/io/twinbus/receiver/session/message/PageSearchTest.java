package io.twinbus.receiver.session.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.MessageContent;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.StreamId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** In which order pages are read until one speaks of number 20. */
class PageSearchTest {

  private static final StreamId STREAM = new StreamId("s");
  private static final Position WANTED = new Position(STREAM, 20, 19);

  private final PageSearch first = PageSearch.of(WANTED, 8);

  @Test
  void theNewestPageIsReadFirst() {
    assertThat(first.page()).isEqualTo(7);
    assertThat(first.hasMissed()).isFalse();
  }

  @Test
  void belowAPageTheMiddleOfTheLowerOnesFollows() {
    assertThat(first.after(page(21, 30))).contains(at(0, 6, 3, false));
  }

  @Test
  void aboveAPageTheMiddleOfTheHigherOnesFollows() {
    PageSearch middle = at(0, 6, 3, false);

    assertThat(middle.after(page(10, 19))).contains(at(4, 6, 5, false));
  }

  @Test
  void aboveTheNewestPageThereIsNone() {
    assertThat(first.after(page(10, 19))).isEmpty();
  }

  @Test
  void aPageThatBeginsOrEndsWithTheNumberSettlesIt() {
    PageSearch middle = at(0, 6, 3, false);

    assertThat(middle.after(page(20, 30))).isEmpty();
    assertThat(middle.after(page(10, 20))).isEmpty();
  }

  @Test
  void aboveAPageThatHasExpiredTheHigherOnesFollow() {
    assertThat(at(0, 6, 3, false).afterAbsent()).contains(at(4, 6, 5, true));
  }

  @Test
  void aSearchRemembersThatAPageHadExpired() {
    assertThat(at(4, 6, 5, true).after(page(21, 30))).contains(at(4, 4, 4, true));
  }

  @Test
  void theLastPageThatIsLeftIsReadAndNoneFollowsIt() {
    PageSearch last = at(4, 4, 4, false);

    assertThat(at(4, 6, 5, false).after(page(21, 30))).contains(last);
    assertThat(last.after(page(21, 30))).isEmpty();
    assertThat(last.after(page(10, 19))).isEmpty();
    assertThat(last.afterAbsent()).isEqualTo(Optional.empty());
  }

  private static PageSearch at(long from, long to, long page, boolean hasMissed) {
    return new PageSearch(WANTED, from, to, page, hasMissed);
  }

  private static MessageContent.Page page(long from, long to) {
    return new MessageContent.Page(
        STREAM, 0, List.of(new EndedRange(STREAM, from, to, EndState.DEAD, "no")));
  }
}
