package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.health.CallsElsewhere;
import io.twinbus.receiver.health.HandlerHealth;
import io.twinbus.receiver.health.HealthSettings;
import io.twinbus.receiver.ticked.TickedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * When the vitals of other instances are read: in doubt, one read at a time, five seconds apart.
 */
class EvidenceReadsTest {

  private static final SessionId SESSION = new SessionId("parcel-1");

  @AutoClose("shutdownNow")
  private final TickedTimer timer = new TickedTimer();

  private final HandlerHealth health =
      new HandlerHealth(HealthSettings.DEFAULT, timer.now().monotonic());
  private final Vitals vitals = new Vitals();
  private final EvidenceReads reads =
      new EvidenceReads(
          new CallsElsewhere(
              new RegionName("east"), EntityKey.ofQueue("orders"), instance -> false),
          vitals,
          health,
          new LeaseLoop.Setting(
              timer, timer, new Bounded(Duration.ofMinutes(1), new Deadlines(timer))));

  @Test
  void withoutDoubtNothingIsRead() {
    rounds(20);

    assertThat(vitals.asked).isEmpty();
  }

  @Test
  void inDoubtItReadsEveryFiveSeconds() {
    doubt();
    vitals.answersAtOnce = true;

    rounds(11);

    assertThat(vitals.asked).hasSize(3);
  }

  @Test
  void aReadThatIsNotAnsweredIsNotFollowedByAnother() {
    doubt();
    rounds(20);
    assertThat(vitals.asked).hasSize(1);

    vitals.asked.get(0).complete(new VitalsOutcome.Found(List.of()));
    rounds(1);

    assertThat(vitals.asked).hasSize(2);
  }

  @Test
  void aReadThatFailedIsFollowedByAnother() {
    doubt();
    rounds(1);
    vitals.asked.get(0).completeExceptionally(new IllegalStateException("the client is broken"));

    rounds(5);

    assertThat(vitals.asked).hasSize(2);
  }

  @Test
  void afterACallThatEndedWellItReadsNoMore() {
    doubt();
    vitals.answersAtOnce = true;
    rounds(1);

    health.begins(SESSION);
    HandlerHealth.Call call = call();
    timer.pass(Duration.ofMillis(1));
    health.endedWell(call, now());
    rounds(20);

    assertThat(vitals.asked).hasSize(1);
  }

  private void doubt() {
    health.works(SESSION, true);
    health.failed(call(), FailureKind.AMBIGUOUS, "it failed", now());
  }

  private HandlerHealth.Call call() {
    return new HandlerHealth.Call(SESSION, "m", now());
  }

  private void rounds(int seconds) {
    for (int i = 0; i < seconds; i++) {
      reads.round(now());
      timer.pass(Duration.ofSeconds(1));
    }
  }

  private MonotonicTime now() {
    return timer.now().monotonic();
  }

  private static final class Vitals implements VitalsStore {

    private final List<CompletableFuture<VitalsOutcome>> asked = new ArrayList<>();
    private boolean answersAtOnce;

    @Override
    public CompletionStage<VitalsOutcome> readAll() {
      CompletableFuture<VitalsOutcome> answer = new CompletableFuture<>();
      asked.add(answer);
      if (answersAtOnce) {
        answer.complete(new VitalsOutcome.Found(List.of()));
      }
      return answer;
    }

    @Override
    public CompletionStage<WriteOutcome> put(InstanceVitals told) {
      throw new AssertionError("nothing is told here");
    }
  }
}
