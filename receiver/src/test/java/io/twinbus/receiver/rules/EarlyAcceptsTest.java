package io.twinbus.receiver.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.time.MonotonicTime;
import org.junit.jupiter.api.Test;

/** Accepts and sessions of one queue that have no place yet. */
class EarlyAcceptsTest {

  private static final MonotonicTime NOW = new MonotonicTime(1);

  private int sessions;
  private final SharedPlaces.Share share = new SharedPlaces(2).share(2, () -> sessions);
  private final EarlyAccepts<String> early = new EarlyAccepts<>(share, 10);

  @Test
  void noMoreWaitThanPlacesAreLikelyToComeFree() {
    assertThat(early.tryAdd(NOW)).isFalse();
    free(3);

    assertThat(early.tryAdd(NOW)).isTrue();
    early.add("a");
    assertThat(early.tryAdd(NOW)).as("an accept and a session wait").isFalse();
    assertThat(early.count()).isEqualTo(2);
  }

  @Test
  void whereNoSessionComesAnAcceptWithoutAPlaceIsTheFirstThatIsNotNeeded() {
    share.tryTake(1);
    acceptsWait(1);

    assertThat(early.answeredWithPlace(false)).isFalse();

    assertThat(early.count()).isZero();
    assertThat(share.waiting()).isEqualTo(1);
  }

  @Test
  void aSessionThatComesTakesThePlaceOfAnyAcceptThatHasOne() {
    share.tryTake(1);
    acceptsWait(1);

    assertThat(early.answeredWithPlace(true)).isTrue();

    assertThat(early.count()).isEqualTo(1);
    assertThat(share.waiting()).isZero();
    assertThat(share.coming()).isEqualTo(1);
  }

  @Test
  void aSessionThatComesWhereNoAcceptHasAPlaceComesWithoutOne() {
    acceptsWait(1);

    assertThat(early.answeredWithPlace(true)).isFalse();

    assertThat(early.count()).isZero();
    assertThat(share.coming()).isZero();
  }

  @Test
  void withoutAcceptsThatWaitForOneEachAnswerHasAPlace() {
    share.tryTake(1);

    assertThat(early.answeredWithPlace(false)).isTrue();
    assertThat(early.count()).isZero();
  }

  @Test
  void aFreePlaceIsForTheSessionThatHasWaitedLongest() {
    acceptsWait(2);
    early.add("a");
    early.add("b");

    assertThat(early.seat()).isEqualTo("a");

    assertThat(early.sessions()).containsExactly("b");
    assertThat(early.isAnySession()).isTrue();
    assertThat(share.waiting()).as("its place is answered").isZero();
    assertThat(share.coming()).isEqualTo(1);
    assertThat(early.count()).isEqualTo(3);
  }

  @Test
  void noAcceptGetsAPlaceBeforeASessionThatWaits() {
    sessions = 2;
    acceptsWait(1);
    early.add("a");

    assertThat(early.seat()).isNull();

    assertThat(early.count()).isEqualTo(2);
    assertThat(share.wants()).isTrue();
  }

  @Test
  void whereNoSessionWaitsFreePlacesAreForAccepts() {
    acceptsWait(3);

    assertThat(early.seat()).isNull();

    assertThat(share.waiting()).isEqualTo(2);
    assertThat(early.count()).isEqualTo(1);
  }

  @Test
  void whoHasNothingThatWaitsTakesNoPlace() {
    assertThat(early.seat()).isNull();

    assertThat(share.waiting()).isZero();
  }

  @Test
  void afterASessionHasGoneBackNoAcceptWaitsUntilPlacesComeFreeAgain() {
    free(3);
    early.add("a");

    assertThat(early.remove("a")).isTrue();

    assertThat(early.wentBack()).isEqualTo(1);
    assertThat(early.isAnySession()).isFalse();
    assertThat(early.tryAdd(NOW)).isFalse();
  }

  @Test
  void oneThatHasGotAPlaceDoesNotGoBack() {
    early.add("a");
    early.seat();

    assertThat(early.remove("a")).isFalse();
    assertThat(early.wentBack()).isZero();
  }

  private void free(int places) {
    for (int i = 0; i < places; i++) {
      early.freed(NOW);
    }
  }

  private void acceptsWait(int accepts) {
    free(accepts + 1);
    for (int i = 0; i < accepts; i++) {
      assertThat(early.tryAdd(NOW)).isTrue();
    }
  }
}
