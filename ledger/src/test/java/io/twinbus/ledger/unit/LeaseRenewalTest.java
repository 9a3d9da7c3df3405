package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.rules.LeaseRenewal;
import io.twinbus.ledger.rules.LeaseStep;
import io.twinbus.ledger.rules.LeaseTimes;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LeaseRenewalTest {

  private final LeaseRenewal keeper =
      new LeaseRenewal(new InstanceId("me"), LeaseTimes.ofDefaults(), new Random(1), at(0));

  @Test
  void nothingMayBeDoneBeforeTheDocumentExists() {
    assertThat(keeper.holdsAt(at(0).monotonic())).isFalse();
    assertThat(keeper.poll(at(0))).isInstanceOf(LeaseStep.Create.class);
    assertThat(keeper.holdsAt(at(0).monotonic())).isFalse();

    keeper.onWritten(new WriteOutcome.Written(new Version("1")), at(1));

    assertThat(keeper.holdsAt(at(1).monotonic())).isTrue();
  }

  @Test
  void theLeaseCountsFromWhenTheRenewalWasIssuedNotFromItsAnswer() {
    keeper.poll(at(0));

    keeper.onWritten(new WriteOutcome.Written(new Version("1")), at(3));

    assertThat(keeper.holdsAt(at(7).monotonic())).isTrue();
    assertThat(keeper.holdsAt(at(8).monotonic())).as("10 s less the margin of 2 s").isFalse();
  }

  @Test
  void theDocumentIsRenewedEveryBeat() {
    InstanceLease first = ((LeaseStep.Create) keeper.poll(at(0))).lease();
    keeper.onWritten(new WriteOutcome.Written(new Version("1")), at(0));
    assertThat(keeper.poll(at(1))).isEqualTo(new LeaseStep.Rest(at(2).monotonic()));

    LeaseStep.Replace second = (LeaseStep.Replace) keeper.poll(at(2));

    assertThat(second.lease().beat()).isGreaterThan(first.beat());
    assertThat(second.version()).isEqualTo(new Version("1"));
  }

  @Test
  void anUnknownRenewalIsIssuedAgainAsItWasAndCountsFromTheFirstTime() {
    InstanceLease first = ((LeaseStep.Create) keeper.poll(at(0))).lease();
    keeper.onWritten(new WriteOutcome.Unknown("timeout"), at(3));
    assertThat(keeper.poll(at(3))).isInstanceOf(LeaseStep.Rest.class);

    LeaseStep again = keeper.poll(at(4));
    keeper.onWritten(new WriteOutcome.Written(new Version("1")), at(4));

    assertThat(((LeaseStep.Create) again).lease()).isEqualTo(first);
    assertThat(keeper.holdsAt(at(8).monotonic())).isFalse();
  }

  @Test
  void aConflictWithOnesOwnWriteIsFoundByReading() {
    InstanceLease mine = ((LeaseStep.Create) keeper.poll(at(0))).lease();
    keeper.onWritten(new WriteOutcome.Unknown("reply lost"), at(1));
    keeper.poll(at(2));
    keeper.onWritten(new WriteOutcome.Conflict(), at(2));
    assertThat(keeper.poll(at(2))).isInstanceOf(LeaseStep.Read.class);

    keeper.onRead(new ReadOutcome.Found<>(mine, new Version("7")), at(2));

    assertThat(keeper.holdsAt(at(2).monotonic())).isTrue();
    assertThat(((LeaseStep.Replace) keeper.poll(at(3))).version()).isEqualTo(new Version("7"));
  }

  @Test
  void aDocumentThatSomebodyElseWroteIsALostLease() {
    keeper.poll(at(0));
    keeper.onWritten(new WriteOutcome.Conflict(), at(0));
    keeper.poll(at(0));

    keeper.onRead(new ReadOutcome.Absent<>(), at(0));

    assertThat(keeper.poll(at(0))).isInstanceOf(LeaseStep.Lost.class);
    assertThat(keeper.holdsAt(at(0).monotonic())).isFalse();
  }

  @Test
  void aLeaseThatIsGivenUpHasNoTimeLeft() {
    keeper.poll(at(0));
    keeper.onWritten(new WriteOutcome.Written(new Version("1")), at(0));
    assertThat(keeper.marginAt(at(1).monotonic())).isEqualTo(Duration.ofSeconds(7));

    keeper.giveUp("a defect");

    assertThat(keeper.marginAt(at(1).monotonic())).isZero();
    assertThat(keeper.holdsAt(at(1).monotonic())).isFalse();
    assertThat(keeper.poll(at(1))).isEqualTo(new LeaseStep.Lost("a defect"));
  }

  @Test
  void aLeaseThatRanOutStaysLostEvenIfALateRenewalLands() {
    keeper.poll(at(0));
    keeper.onWritten(new WriteOutcome.Written(new Version("1")), at(0));
    keeper.poll(at(2));
    assertThat(keeper.poll(at(8))).isInstanceOf(LeaseStep.Lost.class);

    keeper.onWritten(new WriteOutcome.Written(new Version("2")), at(9));

    assertThat(keeper.poll(at(9))).isInstanceOf(LeaseStep.Lost.class);
    assertThat(keeper.holdsAt(at(9).monotonic())).isFalse();
  }

  @Test
  void theLeaseIsThatOfItsInstance() {
    assertThat(keeper.instance()).isEqualTo(new InstanceId("me"));
  }

  @Test
  void whileAnAnswerIsOutstandingThereIsNothingToDoForABeat() {
    keeper.poll(at(0));
    assertThat(keeper.poll(at(0))).isEqualTo(new LeaseStep.Rest(at(2).monotonic()));
    keeper.onWritten(new WriteOutcome.Conflict(), at(1));
    assertThat(keeper.poll(at(1))).isInstanceOf(LeaseStep.Read.class);

    assertThat(keeper.poll(at(1))).isEqualTo(new LeaseStep.Rest(at(3).monotonic()));
  }

  @Test
  void aReadThatFailedIsRepeatedAfterAQuarterBeat() {
    keeper.poll(at(0));
    keeper.onWritten(new WriteOutcome.Conflict(), at(0));
    keeper.poll(at(0));

    keeper.onRead(new ReadOutcome.Unknown<>("503"), at(1));

    MonotonicTime due = at(1).monotonic().plus(Duration.ofMillis(500));
    assertThat(keeper.poll(at(1))).isEqualTo(new LeaseStep.Rest(due));
    assertThat(keeper.poll(at(2))).isInstanceOf(LeaseStep.Read.class);
  }

  @Test
  void aLeaseThatRanOutStaysLostEvenIfALateReadShowsTheRenewal() {
    keeper.poll(at(0));
    keeper.onWritten(new WriteOutcome.Written(new Version("1")), at(0));
    InstanceLease mine = ((LeaseStep.Replace) keeper.poll(at(2))).lease();
    keeper.onWritten(new WriteOutcome.Conflict(), at(2));
    assertThat(keeper.poll(at(2))).isInstanceOf(LeaseStep.Read.class);

    keeper.onRead(new ReadOutcome.Found<>(mine, new Version("2")), at(8));

    assertThat(keeper.poll(at(8))).isInstanceOf(LeaseStep.Lost.class);
    assertThat(keeper.holdsAt(at(8).monotonic())).isFalse();
  }

  private static Now at(long second) {
    return new Now(
        new MonotonicTime(Duration.ofSeconds(second).toNanos()), Instant.ofEpochSecond(second));
  }
}
