package io.twinbus.sender.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which copies are owed, how old the oldest is, and which segments nobody needs any more. */
class OwedCopiesTest {

  private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
  private static final int EAST = 0;
  private static final int WEST = 1;

  private final OwedCopies copies = new OwedCopies(2);

  @Test
  void anEmptyJournalOwesNothing() {
    copies.begin(1, 1);

    assertThat(copies.oldestOwedTo(EAST)).isEmpty();
  }

  @Test
  void eachRegionHasAnOldestOfItsOwn() {
    copies.begin(1, 1);
    add(1, 0);
    add(2, 10);
    add(3, 20);

    copies.end(1, EAST);
    copies.end(3, EAST);
    copies.end(1, WEST);
    copies.end(2, WEST);

    assertThat(copies.oldestOwedTo(EAST)).contains(START.plusSeconds(10));
    assertThat(copies.oldestOwedTo(WEST)).contains(START.plusSeconds(20));
    copies.end(2, EAST);
    assertThat(copies.oldestOwedTo(EAST)).isEmpty();
    add(4, 35);
    assertThat(copies.oldestOwedTo(EAST)).contains(START.plusSeconds(35));
  }

  @Test
  void itIsFoundInLaterSegmentsAndAmongManyMessagesOfASecond() {
    copies.begin(1, 1);
    LongStream.rangeClosed(1, 100).forEach(index -> add(index, index / 25));
    copies.begin(2, 101);
    LongStream.rangeClosed(101, 200).forEach(index -> add(index, index / 25));

    LongStream.rangeClosed(1, 60).forEach(index -> copies.end(index, WEST));
    LongStream.rangeClosed(1, 160).forEach(index -> copies.end(index, EAST));

    assertThat(copies.oldestOwedTo(WEST)).contains(START.plusSeconds(2));
    assertThat(copies.oldestOwedTo(EAST)).contains(START.plusSeconds(6));
  }

  @Test
  void aClockThatWentBackStandsStill() {
    copies.begin(1, 1);
    add(1, 30);
    add(2, 5);
    copies.end(1, EAST);

    assertThat(copies.oldestOwedTo(EAST)).contains(START.plusSeconds(30));
  }

  @Test
  void aCopyIsOwedFromWhenItsMessageComesUntilItEnds() {
    copies.begin(5, 101);
    add(101, 0);
    assertThat(copies.isOwed(102, EAST)).isFalse();
    add(102, 0);
    assertThat(copies.isOwed(102, EAST)).isTrue();

    copies.end(102, EAST);

    assertThat(copies.isOwed(102, EAST)).isFalse();
    assertThat(copies.isOwed(102, WEST)).isTrue();
    assertThat(copies.isOwed(101, EAST)).isTrue();
    assertThat(copies.isOwed(100, EAST)).as("of a segment that was dropped").isFalse();
  }

  @Test
  void aCopyThatEndsTwiceCountsOnce() {
    copies.begin(5, 101);
    add(101, 0);
    add(102, 0);

    copies.end(102, EAST);
    copies.end(102, EAST);

    assertThat(copies.owedTo(EAST)).isEqualTo(1);
    assertThat(copies.owedTo(WEST)).isEqualTo(2);
    copies.begin(6, 103);
    copies.end(101, EAST);
    copies.end(101, WEST);
    assertThat(copies.takeUnneeded()).as("west is owed the second").isEmpty();
  }

  @Test
  void segmentsAreUnneededWhenAllTheirCopiesHaveEndedTheOldestFirst() {
    copies.begin(5, 101);
    add(101, 0);
    copies.begin(6, 102);
    add(102, 0);
    copies.begin(7, 103);
    end(102);
    assertThat(copies.unneeded()).isZero();
    assertThat(copies.takeUnneeded()).isEmpty();

    end(101);

    assertThat(copies.unneeded()).isEqualTo(2);
    assertThat(copies.takeUnneeded()).containsExactly(5L, 6L);
    assertThat(copies.unneeded()).isZero();
    assertThat(copies.oldest()).isEqualTo(7);
    assertThat(copies.firstIndex()).isEqualTo(103);
  }

  @Test
  void theLastSegmentIsAlwaysNeeded() {
    copies.begin(5, 101);
    add(101, 0);
    end(101);

    assertThat(copies.unneeded()).isZero();
    assertThat(copies.takeUnneeded()).isEmpty();
  }

  private void end(long index) {
    copies.end(index, EAST);
    copies.end(index, WEST);
  }

  private void add(long index, long seconds) {
    copies.add(index, START.plusSeconds(seconds).plusMillis(index % 100));
  }
}
