package io.twinbus.receiver.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.health.HandlerHealth;
import io.twinbus.receiver.health.HealthSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Whether a receiver takes an operator's word about refusals once, and only where it is meant. */
class DirectiveWatchTest {

  private static final EntityKey QUEUE = EntityKey.ofQueue("orders");
  private static final RegionName EAST = new RegionName("east");
  private static final RegionName WEST = new RegionName("west");

  private MonotonicTime time = new MonotonicTime(0);
  private final HandlerHealth health = new HandlerHealth(HealthSettings.DEFAULT, time);
  private final DirectiveWatch watch = new DirectiveWatch(QUEUE, EAST, health);

  @Test
  void aWordBringsTheHandlerBackOnce() {
    Directive said = believed(Directive.Scope.ALL, 1);
    refuse();

    watch.believe(Optional.of(said), now());
    assertThat(health.isAway()).isFalse();

    endWell();
    refuse();
    watch.believe(Optional.of(said), now());
    assertThat(health.isAway()).as("the same word, read again").isTrue();
  }

  @Test
  void anotherWordIsTakenToo() {
    refuse();
    watch.believe(Optional.of(believed(Directive.Scope.ALL, 1)), now());
    endWell();
    refuse();

    watch.believe(Optional.of(believed(Directive.Scope.ALL, 2)), now());

    assertThat(health.isAway()).isFalse();
  }

  @Test
  void aWordForAnotherRegionOrQueueIsNotMeant() {
    refuse();

    watch.believe(Optional.of(believed(new Directive.Scope(QUEUE, WEST), 1)), now());
    watch.believe(
        Optional.of(believed(new Directive.Scope(EntityKey.ofQueue("other"), EAST), 2)), now());
    assertThat(health.isAway()).isTrue();

    watch.believe(Optional.of(believed(new Directive.Scope(QUEUE, EAST), 3)), now());
    assertThat(health.isAway()).isFalse();
  }

  @Test
  void aWordWhoseTimeIsOverIsNotTaken() {
    Directive said = believed(Directive.Scope.ALL, 1);
    refuse();
    time = time.plus(Duration.ofMinutes(11));

    watch.believe(Optional.of(said), now());

    assertThat(health.isAway()).isTrue();
  }

  @Test
  void withoutADirectiveItIsToWork() {
    assertThat(watch.wanted(Optional.empty(), now())).isEqualTo(StandDown.Wanted.WORK);
  }

  private void refuse() {
    for (String name : List.of("a", "b", "c")) {
      health.works(new SessionId(name), true);
    }
    for (String name : List.of("a", "b", "c")) {
      tick();
      health.failed(call(name), FailureKind.JUDGED, "refused", time);
    }
    assertThat(health.isAway()).isTrue();
  }

  private void endWell() {
    tick();
    health.begins(new SessionId("a"));
    HandlerHealth.Call call = call("a");
    tick();
    health.endedWell(call, time);
  }

  private HandlerHealth.Call call(String session) {
    return new HandlerHealth.Call(new SessionId(session), "m", time);
  }

  private void tick() {
    time = time.plus(Duration.ofMillis(1));
  }

  /** The wall clock shows what the monotonic one does, from 1970 on. */
  private Now now() {
    return new Now(time, Instant.EPOCH.plus(time.since(new MonotonicTime(0))));
  }

  private static Directive believed(Directive.Scope scope, int second) {
    Directive.Belief belief =
        new Directive.Belief(
            scope,
            "ann",
            "the addresses are wrong",
            Instant.EPOCH.plusSeconds(second),
            Instant.EPOCH.plus(Duration.ofMinutes(10)));
    return new Directive(
        new TreeMap<>(),
        List.of(),
        List.of(belief),
        List.of(),
        WriteMark.of(WriteId.random(new Random(second)), Instant.EPOCH));
  }
}
