package io.twinbus.ops.dlq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldLettersTest {

  private static final long HALF = HeldLetters.MOST_BYTES / 2;

  private final HeldLetters<String> held = new HeldLetters<>();

  @Test
  void keepsAllThatFits() {
    held.add("a", HALF);
    held.add("b", HALF);

    held.trim();

    assertThat(left()).containsExactly("a", "b");
  }

  @Test
  void forgetsTheOldestBeyondItsBytes() {
    held.add("a", HALF);
    held.add("b", HALF);
    held.add("c", 1);

    held.trim();

    assertThat(left()).containsExactly("b", "c");
  }

  @Test
  void countsNothingForALetterThatWasRemovedOrCameTwice() {
    held.add("a", HALF);
    held.add("a", HALF);
    held.add("b", HALF);
    held.remove("b");
    held.remove("b");
    held.add("c", HALF);

    held.trim();

    assertThat(left()).containsExactly("a", "c");
  }

  @Test
  void forgetsALetterThatIsLargerThanAllItsBytes() {
    held.add("a", HeldLetters.MOST_BYTES + 1);

    held.trim();

    assertThat(left()).isEmpty();
  }

  private List<String> left() {
    List<String> left = new ArrayList<>();
    held.leave(left::add);
    return left;
  }
}
