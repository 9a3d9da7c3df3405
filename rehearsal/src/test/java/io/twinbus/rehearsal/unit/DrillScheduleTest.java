package io.twinbus.rehearsal.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.RegionName;
import io.twinbus.rehearsal.drill.DrillSchedule;
import io.twinbus.rehearsal.drill.Exclusions;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.fault.Scope;
import io.twinbus.rehearsal.fault.When;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DrillScheduleTest {

  private static final int SEEDS = 1_000;
  private static final Duration LENGTH = Duration.ofSeconds(90);

  @Test
  void theSameSeedChoosesTheSameFaults() {
    assertThat(DrillSchedule.of(7, LENGTH)).isEqualTo(DrillSchedule.of(7, LENGTH));
    assertThat(DrillSchedule.of(7, LENGTH)).isNotEqualTo(DrillSchedule.of(8, LENGTH));
  }

  @Test
  void noTwoFaultsMeetThatMustNot() {
    for (long seed = 0; seed < SEEDS; seed++) {
      List<Fault> faults = DrillSchedule.of(seed, LENGTH);
      for (int i = 0; i < faults.size(); i++) {
        for (Fault later : faults.subList(i + 1, faults.size())) {
          assertThat(meetAgainstTheRules(faults.get(i), later))
              .as("seed %d: %s and %s", seed, faults.get(i), later)
              .isFalse();
        }
      }
    }
  }

  /** The rules in other words than the schedule's own: from second to second. */
  private static boolean meetAgainstTheRules(Fault a, Fault b) {
    Set<Scope> ledger = Set.of(Scope.LEDGER, Scope.AZURE_REGION);
    boolean oneThing =
        (a.region().equals(b.region()) && a.kind().scope().overlaps(b.kind().scope()))
            || (ledger.contains(a.kind().scope()) && ledger.contains(b.kind().scope()));
    boolean lossAndTheOther = lossAndWhatItNeeds(a, b) || lossAndWhatItNeeds(b, a);
    if (!oneThing && !lossAndTheOther) {
      return false;
    }
    for (long second = 0; second < LENGTH.toSeconds(); second++) {
      if (lastsAt(a, second) && lastsAt(b, second)) {
        return true;
      }
    }
    return false;
  }

  private static boolean lossAndWhatItNeeds(Fault loss, Fault other) {
    return loss.kind() == FaultKind.MESSAGES_LOST
        && (other.kind() == FaultKind.KILL_PRODUCER
            || (Set.of(Scope.BROKER, Scope.REGION, Scope.AZURE_REGION)
                    .contains(other.kind().scope())
                && !other.where().equals(loss.where())));
  }

  private static boolean lastsAt(Fault fault, long second) {
    long start = ((When.Time) fault.when()).at().toSeconds();
    return start <= second && second < start + fault.length().toSeconds();
  }

  @Test
  void neverMoreThanTwoAtOnceAndAllHealedBeforeTheEnd() {
    for (long seed = 0; seed < SEEDS; seed++) {
      List<Fault> faults = DrillSchedule.of(seed, LENGTH);
      assertThat(faults).as("seed %d", seed).hasSizeGreaterThan(4);
      for (long second = 0; second < LENGTH.toSeconds(); second++) {
        long at = second;
        assertThat(faults.stream().filter(fault -> lastsAt(fault, at)).count())
            .as("seed %d, second %d", seed, second)
            .isLessThanOrEqualTo(DrillSchedule.AT_ONCE);
      }
      for (Fault fault : faults) {
        assertThat(Exclusions.end(fault)).isLessThanOrEqualTo(Duration.ofSeconds(75));
      }
    }
  }

  @Test
  void aLongDrillStrikesWithEverything() {
    for (long seed = 0; seed < 20; seed++) {
      Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
      DrillSchedule.of(seed, Duration.ofMinutes(20)).forEach(fault -> kinds.add(fault.kind()));
      assertThat(kinds).as("seed %d", seed).isEqualTo(EnumSet.allOf(FaultKind.class));
    }
  }

  @Test
  void whatWasStruckIsLeftAloneForAWhile() {
    Fault outage = fault(FaultKind.BROKER_OUTAGE, "east", 10, 10);

    assertThat(Exclusions.allow(outage, fault(FaultKind.BLACKHOLE, "east", 31, 5))).isFalse();
    assertThat(Exclusions.allow(outage, fault(FaultKind.BLACKHOLE, "east", 32, 5))).isTrue();
    assertThat(Exclusions.allow(outage, fault(FaultKind.OUTAGE, "east", 12, 5))).isFalse();
    assertThat(Exclusions.allow(outage, fault(FaultKind.BLACKHOLE, "west", 12, 5))).isTrue();
    assertThat(Exclusions.allow(outage, fault(FaultKind.KILL_RECEIVER, "east", 12, 5))).isTrue();
  }

  @Test
  void whileOneRegionLosesMessagesTheOtherAndTheProducersAreSpared() {
    Fault loss = fault(FaultKind.MESSAGES_LOST, "east", 40, 10);

    assertThat(Exclusions.allow(loss, fault(FaultKind.BLACKHOLE, "west", 69, 5))).isFalse();
    assertThat(Exclusions.allow(fault(FaultKind.OUTAGE, "west", 15, 10), loss)).isFalse();
    assertThat(Exclusions.allow(loss, fault(FaultKind.BLACKHOLE, "west", 70, 5))).isTrue();
    assertThat(Exclusions.allow(loss, fault(FaultKind.KILL_RECEIVERS, "west", 45, 5))).isTrue();
    Fault kill =
        new Fault(
            FaultKind.KILL_PRODUCER,
            Optional.empty(),
            new When.Time(Duration.ofSeconds(60)),
            Duration.ofSeconds(3));
    assertThat(Exclusions.allow(loss, kill)).isFalse();
  }

  private static Fault fault(FaultKind kind, String region, long at, long seconds) {
    return new Fault(
        kind,
        Optional.of(new RegionName(region)),
        new When.Time(Duration.ofSeconds(at)),
        Duration.ofSeconds(seconds));
  }
}
