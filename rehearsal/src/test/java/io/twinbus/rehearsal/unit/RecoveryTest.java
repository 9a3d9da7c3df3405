package io.twinbus.rehearsal.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.fault.Strike;
import io.twinbus.rehearsal.sink.AppliedEffect;
import io.twinbus.rehearsal.sink.SinkCall;
import io.twinbus.rehearsal.sink.SinkCall.Caller;
import io.twinbus.rehearsal.sink.SinkCall.Claim;
import io.twinbus.rehearsal.verify.Latencies;
import io.twinbus.rehearsal.verify.Recovery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecoveryTest {

  private static final Fault FAULT = Fault.parse(FaultKind.OUTAGE, "east@40");

  private final List<AppliedEffect> effects = new ArrayList<>();
  private final Map<String, MonotonicTime> sent = new HashMap<>();

  @Test
  void aSessionWaitsFromTheStrikeToItsNextEffect() {
    sentAt("a", "1", 0);
    sentAt("a", "2", 5);
    effectAt("a", "1", 7, 9);
    effectAt("a", "2", 8, 25);
    effectAt("a", "3", 8, 90);

    Recovery recovery = recovery(strikeAt(10, Map.of("a", 7L)));

    assertThat(recovery.longestWithoutProgress()).isEqualTo(Duration.ofSeconds(15));
    assertThat(recovery.takeovers()).isEqualTo(1);
  }

  @Test
  void aSessionWithoutWorkWaitsFromWhenItGetsSome() {
    sentAt("a", "2", 40);
    effectAt("a", "2", 8, 43);

    assertThat(recovery(strikeAt(10, Map.of("a", 7L))).longestWithoutProgress())
        .isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void sessionsThatTheFaultDidNotHitDoNotCount() {
    sentAt("b", "1", 0);
    effectAt("b", "1", 9, 80);

    Recovery recovery = recovery(strikeAt(10, Map.of("a", 7L)));

    assertThat(recovery.longestWithoutProgress()).isZero();
    assertThat(recovery.takeovers()).isZero();
  }

  @Test
  void goingOnUnderTheSameClaimIsNoTakeover() {
    sentAt("a", "1", 0);
    effectAt("a", "1", 7, 12);

    assertThat(recovery(strikeAt(10, Map.of("a", 7L))).takeovers()).isZero();
  }

  @Test
  void aFaultThatHitNoClaimOrNoCallProvesNothing() {
    assertThat(new Strike(FAULT, time(1), Map.of("a", 1L), 1).hitWork()).isTrue();
    assertThat(new Strike(FAULT, time(1), Map.of("a", 1L), 0).hitWork()).isFalse();
    assertThat(new Strike(FAULT, time(1), Map.of(), 1).hitWork()).isFalse();
  }

  @Test
  void latencyIsFromSendingToTheFirstEffect() {
    for (int i = 1; i <= 100; i++) {
      sentAt("a", Integer.toString(i), 0);
      effectAt("a", Integer.toString(i), 1, i);
    }
    effectAt("a", "1", 2, 500);

    Latencies latencies = Latencies.of(effects, this::sentAt);

    assertThat(latencies).isEqualTo(new Latencies(50_000, 99_000, 100_000));
    assertThat(Latencies.of(List.of(), this::sentAt)).isEqualTo(new Latencies(0, 0, 0));
  }

  private Recovery recovery(Strike strike) {
    return Recovery.of(strike, effects, this::sentAt);
  }

  private static Strike strikeAt(long second, Map<String, Long> claimed) {
    return new Strike(FAULT, time(second), claimed, 1);
  }

  private Optional<MonotonicTime> sentAt(String session, String id) {
    return Optional.ofNullable(sent.get(session + "/" + id));
  }

  private void sentAt(String session, String id, long second) {
    sent.put(session + "/" + id, time(second));
  }

  private void effectAt(String session, String id, long token, long second) {
    SinkCall call =
        new SinkCall(
            session,
            id,
            new Claim(token, 1, "s", 1),
            new Caller("west", "w", "west-1"),
            Body.empty());
    effects.add(new AppliedEffect(call, new Now(time(second), Instant.EPOCH)));
  }

  private static MonotonicTime time(long second) {
    return new MonotonicTime(Duration.ofSeconds(second).toNanos());
  }
}
