package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.rules.PlaceTurnover;
import io.twinbus.receiver.rules.SharedPlaces;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accepts that wait without a place, and the sessions that they bring. */
class EarlySessionsTest {

  private static final Duration LONGER_THAN_THE_BACK_OFF = Duration.ofSeconds(6);

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final AskedBroker broker = new AskedBroker();
  private final List<SessionId> taken = new ArrayList<>();

  /** The session that was handed over last. */
  private @Nullable BrokerSession handed;

  @Test
  void asManyAcceptsWaitWithoutAPlaceAsAreLikelyToComeFree() {
    AcceptLoop loop = fullLoop(2, 8);
    assertThat(waiting()).as("no place has come free").isZero();

    loop.freed();
    loop.freed();
    loop.freed();
    loop.freed();
    loop.fill();
    assertThat(waiting()).isEqualTo(3);
    assertThat(loop.coming()).isEqualTo(3);

    timer.pass(PlaceTurnover.WINDOW);
    broker.latest().complete(new AcceptOutcome.None());
    timer.pass(LONGER_THAN_THE_BACK_OFF);
    loop.fill();

    assertThat(waiting()).as("that was long ago").isEqualTo(2);
  }

  @Test
  void noMoreWaitWithoutAPlaceThanMay() {
    AcceptLoop loop = fullLoop(2, 3);

    for (int times = 0; times < 10; times++) {
      loop.freed();
    }
    loop.fill();

    assertThat(waiting()).isEqualTo(3);
  }

  @Test
  void besideOtherQueuesNoneWaitsWithoutAPlace() {
    AcceptLoop loop = fullLoop(2, 0);

    loop.freed();
    loop.freed();
    loop.fill();

    assertThat(waiting()).isZero();
  }

  @Test
  void aSessionThatCameEarlyGetsTheNextPlace() {
    AcceptLoop loop = fullLoop(2, 8);
    ScriptedSession first = early(loop);
    ScriptedSession second = early(loop);
    assertThat(taken).as("there is no place").doesNotContain(first.session(), second.session());

    taken.remove(0);
    loop.fill();

    assertThat(taken).contains(first.session()).doesNotContain(second.session());
    Objects.requireNonNull(handed).receive(1);
    assertThat(first.asked).as("its first copy, while it waited").isOne();
    timer.pass(PlaceTurnover.WINDOW);
    assertThat(first.closes).isZero();
    assertThat(second.closes).as("no place came free for it").isOne();
    taken.remove(0);
    loop.fill();
    assertThat(taken).doesNotContain(second.session());
  }

  @Test
  void anAcceptThatWaitsWithoutAPlaceGetsTheNextOne() {
    AcceptLoop loop = fullLoop(2, 8);
    loop.freed();
    loop.freed();
    loop.fill();
    timer.pass(PlaceTurnover.WINDOW);
    taken.remove(0);
    loop.fill();
    assertThat(waiting()).as("the one that waits has the place, and no other one").isEqualTo(1);
    ScriptedSession session = new ScriptedSession("s" + broker.asked.size());

    broker.latest().complete(new AcceptOutcome.Accepted(session));

    assertThat(taken).contains(session.session()).hasSize(2);
  }

  @Test
  void afterASessionWentBackNoneGoesAheadUntilAPlaceComesFree() {
    AcceptLoop loop = fullLoop(2, 8);
    early(loop);
    loop.freed();
    timer.pass(PlaceTurnover.WINDOW.minusMillis(1));
    loop.freed();
    timer.pass(Duration.ofMillis(1));
    int asked = broker.asked.size();

    loop.fill();

    assertThat(broker.asked).hasSize(asked);
    loop.freed();
    loop.freed();
    loop.fill();
    assertThat(broker.asked).hasSize(asked + 1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSessionWithoutAPlaceGoesBackWhenNoneAreWanted(boolean isForGood) {
    AcceptLoop loop = fullLoop(2, 8);
    ScriptedSession waiting = early(loop);
    loop.freed();
    loop.fill();
    ScriptedSession coming = new ScriptedSession("s" + broker.asked.size());

    if (isForGood) {
      loop.stop();
    } else {
      loop.hold();
    }
    broker.latest().complete(new AcceptOutcome.Accepted(coming));

    assertThat(waiting.closes).isOne();
    assertThat(coming.closes).isOne();
    assertThat(taken).hasSize(2).doesNotContain(waiting.session(), coming.session());
    assertThat(loop.coming()).isZero();
  }

  /** As one whose worker cannot ask: see {@code AcceptLoopTest}. */
  @Test
  void aSessionWhoseFirstCopyCannotBeAskedForGoesBackAtOnce() {
    AcceptLoop loop = fullLoop(2, 8);
    loop.freed();
    loop.freed();
    loop.fill();
    ScriptedSession broken = new ScriptedSession("s" + broker.asked.size());
    broken.isBroken = true;

    broker.latest().complete(new AcceptOutcome.Accepted(broken));

    assertThat(broken.closes).isOne();
    assertThat(loop.isAwaited()).isFalse();
    timer.pass(PlaceTurnover.WINDOW);
    assertThat(broken.closes).isOne();
  }

  @Test
  void aSessionThatCannotBeGivenBackKeepsNoOtherOne() {
    AcceptLoop loop = fullLoop(2, 8);
    ScriptedSession broken = early(loop);
    broken.isCloseBroken = true;
    ScriptedSession waiting = early(loop);

    timer.pass(PlaceTurnover.WINDOW);

    assertThat(broken.closes).isOne();
    assertThat(waiting.closes).isOne();
  }

  /** A loop with all of its places taken. */
  private AcceptLoop fullLoop(int total, int ahead) {
    AcceptLoop loop =
        new AcceptLoop(
            broker,
            new AcceptLoop.Places(
                new SharedPlaces(total).share(total, taken::size), 8, 8, ahead, () -> true),
            AskedBroker.handingTo(this::take),
            timer,
            timer);
    loop.fill();
    for (int place = 0; place < total; place++) {
      broker
          .asked
          .get(place)
          .complete(new AcceptOutcome.Accepted(new ScriptedSession("placed " + place)));
    }
    assertThat(taken).hasSize(total);
    return loop;
  }

  private void take(BrokerSession session) {
    handed = session;
    taken.add(session.session());
  }

  /** A session that an accept without a place has brought. */
  private ScriptedSession early(AcceptLoop loop) {
    loop.freed();
    loop.freed();
    loop.fill();
    ScriptedSession session = new ScriptedSession("s" + broker.asked.size());
    broker.latest().complete(new AcceptOutcome.Accepted(session));
    return session;
  }

  private long waiting() {
    return broker.asked.stream().filter(accept -> !accept.isDone()).count();
  }
}
