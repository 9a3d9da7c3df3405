package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.twinbus.ledger.CountedAs;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HorizonTest {

  private static final Horizon HORIZON = Horizon.ofDefaults();
  private static final StreamId P = new StreamId("p");
  private static final StreamId Q = new StreamId("q");
  private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
  private static final Instant LONG_AGO = NOW.minus(Duration.ofDays(15));

  @Test
  void theHorizonIsADayNearerThanTheRetention() {
    assertThat(HORIZON.isBeyond(NOW.minus(Duration.ofDays(13)), NOW)).isFalse();
    assertThat(HORIZON.isBeyond(NOW.minus(Duration.ofDays(13)).minusMillis(1), NOW)).isTrue();
  }

  @Test
  void aRetentionUnderTwoDaysIsRefused() {
    assertThatThrownBy(() -> new Horizon(Duration.ofHours(47)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too short");
  }

  @Test
  void aStreamThatWasIdleForTheWholeRetentionIsForgottenWithItsEnds() {
    Progress progress = dead(dead(Progress.NONE, P, LONG_AGO), Q, NOW.minusSeconds(1));

    Progress pruned = HORIZON.pruned(progress, Set.of(), NOW);

    assertThat(pruned.cursors()).containsOnlyKeys(Q);
    assertThat(pruned.ended()).allMatch(range -> range.stream().equals(Q));
  }

  @Test
  void whatIsInHandWaitsOrHasFailedIsNotIdle() {
    Progress idle = dead(Progress.NONE, P, LONG_AGO);
    Progress waiting = GapRule.reported(idle, P, new RegionName("east"), 5, NOW);
    Progress failed = SuspectRule.failed(idle, new Position(P, 2, 1), CountedAs.NOT, NOW);

    assertThat(HORIZON.pruned(idle, Set.of(P), NOW)).isEqualTo(idle);
    assertThat(HORIZON.pruned(waiting, Set.of(), NOW)).isEqualTo(waiting);
    assertThat(HORIZON.pruned(failed, Set.of(), NOW)).isEqualTo(failed);
  }

  @Test
  void aRecordIsFullForOneMoreStreamNotForThoseItKnows() {
    Progress progress = Progress.NONE;
    for (int i = 0; i < Horizon.MAX_STREAMS; i++) {
      progress = dead(progress, new StreamId("s" + i), NOW);
    }

    assertThat(Horizon.isFull(progress, P)).isTrue();
    assertThat(Horizon.isFull(progress, new StreamId("s0"))).isFalse();
  }

  @Test
  void explicitStreamsAreForgottenNoEarlierThanOthers() {
    Duration retention = HORIZON.retention();

    assertThat(new Horizon(retention, Optional.of(retention)).explicit()).contains(retention);
    assertThatThrownBy(() -> new Horizon(retention, Optional.of(retention.minusMillis(1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("before all others");
  }

  @Test
  void anExplicitStreamIsRememberedForItsOwnRetention() {
    Horizon horizon = new Horizon(Duration.ofDays(14), Optional.of(Duration.ofDays(400)));
    Cursor explicit = new Cursor(1, NOW).ofExplicit();

    assertThat(horizon.isForgotten(explicit, NOW.plus(Duration.ofDays(400)))).isFalse();
    assertThat(horizon.isForgotten(explicit, NOW.plus(Duration.ofDays(400)).plusMillis(1)))
        .isTrue();
  }

  @Test
  void theSettingsSayHowLongIsRemembered() {
    assertThat(Horizon.from(settings(Map.of()))).isEqualTo(HORIZON);
    assertThat(Horizon.from(settings(Map.of("retention", "20d", "explicit-retention", "20d"))))
        .isEqualTo(new Horizon(Duration.ofDays(20), Optional.of(Duration.ofDays(20))));
    assertThat(Horizon.from(settings(Map.of("explicit-retention", "400d"))).explicit())
        .contains(Duration.ofDays(400));
  }

  @Test
  void aShorterTimeForExplicitStreamsIsAMistakeAndTheReadingGoesOn() {
    FlatSettings flat = settings(Map.of("retention", "20d", "explicit-retention", "19d"));

    assertThat(mistakes(flat))
        .containsExactly(
            "twinbus.ledger.explicit-retention is shorter than twinbus.ledger.retention: give at"
                + " least as much, or leave it out.");
  }

  @Test
  void noTimeIsTooShortBesideARetentionThatWasRefused() {
    FlatSettings flat = settings(Map.of("retention", "never", "explicit-retention", "3d"));

    assertThat(mistakes(flat))
        .singleElement()
        .satisfies(sentence -> assertThat(sentence).startsWith("twinbus.ledger.retention"));
  }

  private static List<String> mistakes(FlatSettings flat) {
    return catchThrowableOfType(
            InvalidSettingException.class,
            () -> flat.collect(all -> Horizon.from(all).retention().toString()))
        .sentences();
  }

  private static FlatSettings settings(Map<String, String> ledger) {
    Map<String, String> all = new HashMap<>();
    ledger.forEach((name, value) -> all.put("twinbus.ledger." + name, value));
    return FlatSettings.of(all);
  }

  private static Progress dead(Progress progress, StreamId stream, Instant at) {
    return ProgressRule.ended(progress, new Position(stream, 1, 0), EndState.DEAD, "Unwanted", at);
  }
}
