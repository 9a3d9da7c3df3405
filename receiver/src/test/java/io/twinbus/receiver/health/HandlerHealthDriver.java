package io.twinbus.receiver.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.FailureKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A handler's health, its sessions and a clock that the test moves.
 *
 * <p>Each call's end moves the clock by one millisecond, so that no two events happen at once.
 */
abstract class HandlerHealthDriver {

  static final SessionId A = new SessionId("a");
  static final SessionId B = new SessionId("b");
  static final SessionId C = new SessionId("c");
  static final SessionId D = new SessionId("d");

  private final Map<SessionId, MonotonicTime> begun = new HashMap<>();

  MonotonicTime now = new MonotonicTime(0);
  HandlerHealth health = new HandlerHealth(HealthSettings.DEFAULT, now);

  final void away(SessionId... sessions) {
    work(sessions);
    for (SessionId session : sessions) {
      failed(session);
    }
    tick(5);
    for (SessionId session : sessions) {
      failed(session);
    }
    assertThat(health.isAway()).isTrue();
  }

  /** How many of {@code most} new sessions may call now; their calls end well at once after. */
  final int begun(int most) {
    List<SessionId> calls = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      SessionId session = new SessionId("new-" + i);
      if (health.mayCall(session, now)) {
        begin(session);
        calls.add(session);
      }
    }
    calls.forEach(session -> health.endedWell(call(session), now));
    for (int i = 0; i < most; i++) {
      health.left(new SessionId("new-" + i));
    }
    return calls.size();
  }

  final void ask(SessionId... sessions) {
    for (SessionId session : sessions) {
      health.works(session, true);
      assertThat(health.mayCall(session, now)).isFalse();
    }
  }

  final Optional<SessionId> turn() {
    List<SessionId> turns = health.poll(now).turns();
    assertThat(turns).hasSizeLessThan(2);
    return turns.stream().findFirst();
  }

  final void work(SessionId... sessions) {
    for (SessionId session : sessions) {
      health.works(session, true);
    }
  }

  final void begin(SessionId session) {
    health.begins(session);
    begun.put(session, now);
  }

  final void well(SessionId session) {
    endedWell(call(session));
  }

  final void endedWell(HandlerHealth.Call call) {
    health.endedWell(call, now);
    tickMillis();
  }

  final CallJudgement failed(SessionId session) {
    return failed(session, FailureKind.AMBIGUOUS);
  }

  final CallJudgement failed(SessionId session, FailureKind kind) {
    CallJudgement judgement = health.failed(call(session), kind, "it failed", now);
    tickMillis();
    return judgement;
  }

  /** The latest call of {@code session}; a test that has not begun one gets one that begins now. */
  final HandlerHealth.Call call(SessionId session) {
    MonotonicTime since = begun.remove(session);
    return new HandlerHealth.Call(session, "m", since == null ? now : since);
  }

  final void tickMillis() {
    now = now.plus(Duration.ofMillis(1));
  }

  final void tick(int seconds) {
    now = now.plus(Duration.ofSeconds(seconds));
  }
}
