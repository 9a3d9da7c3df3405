package io.twinbus.receiver.servicebus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusErrorSource;
import com.azure.messaging.servicebus.ServiceBusException;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

class LockRenewalTest {

  private static final Duration LOCK = Duration.ofSeconds(30);
  private static final Duration FIRST = Duration.ofSeconds(2);
  private static final ServiceBusSettings.Limits LIMITS =
      new ServiceBusSettings.Limits(
          Duration.ofSeconds(3), Duration.ofSeconds(10), 8, 200, FIRST, Duration.ofSeconds(20));

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final List<String> lost = new ArrayList<>();
  private final LockRenewal renewal =
      new LockRenewal(Mono.defer(this::renew), LIMITS, timer, timer, lost::add);
  private int renewals;
  private @Nullable Throwable failure;
  private boolean isEmpty;
  private Duration lock = LOCK;
  private Runnable beforeAnswer = () -> {};

  @Test
  void theLockIsRenewedAtHalfItsTime() {
    renewal.start();

    timer.pass(FIRST.plus(LOCK.multipliedBy(2)));

    assertThat(renewals).isEqualTo(5);
    assertThat(lost).isEmpty();
  }

  @Test
  void aRenewalThatFailsIsTriedAgainAndTheLockIsKept() {
    renewal.start();
    timer.pass(FIRST);
    failure = new IllegalStateException("busy");
    timer.pass(LOCK.minusSeconds(5));
    int failed = renewals;
    assertThat(failed).as("tried again and again").isGreaterThan(3);
    failure = null;

    timer.pass(LOCK.multipliedBy(2));

    assertThat(lost).isEmpty();
    assertThat(renewals).isGreaterThan(failed + 2);
  }

  @Test
  void aLockThatCannotBeRenewedForItsWholeTimeIsLostOnce() {
    renewal.start();
    timer.pass(FIRST);
    failure = new IllegalStateException("busy");

    timer.pass(LOCK.minusSeconds(1));
    assertThat(lost).as("it still holds").isEmpty();
    timer.pass(LOCK);

    assertThat(lost).singleElement().asString().contains("could not be renewed in time");
    int last = renewals;
    timer.pass(LOCK);
    assertThat(renewals).as("nothing is renewed any more").isEqualTo(last);
  }

  @Test
  void aRenewalThatAnswersNothingIsTriedAgain() {
    isEmpty = true;
    renewal.start();
    timer.pass(FIRST);

    timer.pass(Duration.ofSeconds(5));

    assertThat(renewals).isGreaterThan(3);
    assertThat(lost).isEmpty();
  }

  @Test
  void aRenewalUnderWayAtTheStopLosesNothing() {
    renewal.start();
    failure = SessionLockLost.error();
    beforeAnswer = renewal::stop;

    timer.pass(FIRST);

    assertThat(renewals).isEqualTo(1);
    assertThat(lost).isEmpty();
    assertThat(timer.waiting()).isZero();
  }

  @Test
  void aLockThatTheBrokerCallsLostIsLostAtOnce() {
    renewal.start();
    timer.pass(FIRST.minusMillis(1));
    failure = SessionLockLost.error();

    timer.pass(Duration.ofMillis(1));

    assertThat(lost).singleElement().asString().contains("the broker says");
  }

  /** The broker has given the session to another receiver, or has removed its queue. */
  @ParameterizedTest
  @MethodSource("losses")
  void whateverSaysThatTheLockIsGoneItIsLostAtOnceAndOnce(AmqpErrorCondition condition) {
    renewal.start();
    failure =
        new ServiceBusException(
            new AmqpException(false, condition, "gone", null), ServiceBusErrorSource.RENEW_LOCK);

    timer.pass(LOCK.multipliedBy(2));

    assertThat(lost).singleElement().asString().contains("the broker says");
    assertThat(renewals).isEqualTo(1);
  }

  static Stream<AmqpErrorCondition> losses() {
    return Stream.of(
        AmqpErrorCondition.SESSION_LOCK_LOST,
        AmqpErrorCondition.MESSAGE_LOCK_LOST,
        AmqpErrorCondition.NOT_FOUND);
  }

  /** Without a bound, a renewal that the broker leaves unanswered would be the last one. */
  @Test
  void aRenewalThatIsNotAnsweredIsGivenUpAndTriedAgain() {
    AtomicInteger asked = new AtomicInteger();
    LockRenewal silent =
        new LockRenewal(
            Mono.<OffsetDateTime>never().doOnSubscribe(begun -> asked.incrementAndGet()),
            new ServiceBusSettings.Limits(
                Duration.ofMillis(20), Duration.ofSeconds(10), 8, 200, FIRST, LOCK),
            timer,
            timer,
            lost::add);
    silent.start();
    timer.pass(FIRST);
    assertThat(asked).hasValue(1);

    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              timer.pass(Duration.ofSeconds(1));
              return asked.get() > 1;
            });

    assertThat(lost).isEmpty();
  }

  @Test
  void aLongLockIsRenewedAsOftenAsTheLongestPauseSays() {
    lock = Duration.ofMinutes(5);
    renewal.start();

    timer.pass(FIRST.plus(LIMITS.longestRenewal().multipliedBy(3)));

    assertThat(renewals).isEqualTo(4);
  }

  /** By our clock, the lock that the broker has just granted is over already. */
  @Test
  void whereTheBrokersClockIsBehindTheLockIsRenewedOftenAndNotWithoutAPause() {
    lock = Duration.ofMinutes(-1);
    beforeAnswer =
        () -> {
          if (renewals > 100) {
            renewal.stop(); // or ticked time would not pass without a pause
          }
        };
    renewal.start();

    timer.pass(FIRST.plusSeconds(10));

    assertThat(renewals).isEqualTo(21);
    assertThat(lost).isEmpty();
  }

  /** The broker counts from the moment at which it was asked, and the answer takes its time. */
  @Test
  void theLockHoldsFromTheRenewalsBeginningAndNotFromItsAnswer() {
    Duration travel = LOCK.dividedBy(3);
    beforeAnswer = () -> timer.pass(travel);
    renewal.start();
    timer.pass(FIRST.plus(travel));
    beforeAnswer = () -> {};
    failure = new IllegalStateException("busy");

    timer.pass(LOCK.minus(travel).minusMillis(1));

    assertThat(lost).as("it still holds").isEmpty();
    timer.pass(Duration.ofMillis(1));
    assertThat(lost).hasSize(1);
  }

  @Test
  void stoppedItRenewsNoMoreAndLeavesNoTimer() {
    renewal.start();
    timer.pass(FIRST);

    renewal.stop();

    assertThat(timer.waiting()).isZero();
    timer.pass(LOCK);
    assertThat(renewals).isEqualTo(1);
  }

  private Mono<OffsetDateTime> renew() {
    renewals++;
    beforeAnswer.run();
    if (isEmpty) {
      return Mono.empty();
    }
    Throwable error = failure;
    return error == null
        ? Mono.just(timer.now().wall().plus(lock).atOffset(ZoneOffset.UTC))
        : Mono.error(error);
  }

  /** What the SDK says when another receiver has the session. */
  private static final class SessionLockLost {

    static Throwable error() {
      return new ServiceBusException(
          new AmqpException(false, AmqpErrorCondition.SESSION_LOCK_LOST, "lost", null),
          ServiceBusErrorSource.RENEW_LOCK);
    }
  }
}
