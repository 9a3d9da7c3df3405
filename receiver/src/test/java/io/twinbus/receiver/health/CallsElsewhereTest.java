package io.twinbus.receiver.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.HandlerVitals;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The other machines' clocks are a year ahead here: only what changes tells when it happened. */
class CallsElsewhereTest {

  private static final RegionName EAST = new RegionName("east");
  private static final RegionName WEST = new RegionName("west");
  private static final EntityKey ORDERS = EntityKey.ofQueue("orders");
  private static final EntityKey BILLS = EntityKey.ofQueue("bills");
  private static final InstanceId OWN = new InstanceId("own");
  private static final InstanceId OTHER = new InstanceId("other");
  private static final InstanceId THIRD = new InstanceId("third");
  private static final Instant THERE = Instant.parse("2027-01-01T00:00:00Z");

  private final CallsElsewhere elsewhere = new CallsElsewhere(EAST, ORDERS, OWN::equals);

  @Test
  void theSecondNewVersionTellsWhenACallEndedWellAtTheEarliest() {
    List<Optional<MonotonicTime>> told =
        List.of(
            read(100, vitals(OTHER, EAST, ORDERS, 0, 0)),
            read(105, vitals(OTHER, EAST, ORDERS, 10, 10)),
            read(110, vitals(OTHER, EAST, ORDERS, 10, 10)),
            read(115, vitals(OTHER, EAST, ORDERS, 20, 18)));

    assertThat(told)
        .containsExactly(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(second(98)));
  }

  @Test
  void aCallThatEndedWellBeforeTheReadsBeganIsToldToBeThatOld() {
    read(100, vitals(OTHER, EAST, ORDERS, 0, 0));
    read(110, vitals(OTHER, EAST, ORDERS, 10, 0));
    Optional<MonotonicTime> third = read(120, vitals(OTHER, EAST, ORDERS, 20, 0));
    Optional<MonotonicTime> fourth = read(130, vitals(OTHER, EAST, ORDERS, 30, 0));

    assertThat(third).contains(second(80));
    assertThat(fourth).contains(second(80));
  }

  @Test
  void theLatestCallOfAllInstancesIsTold() {
    for (int i = 0; i < 2; i++) {
      read(
          100 + i * 10,
          vitals(OTHER, EAST, ORDERS, i * 10, 0),
          vitals(THIRD, EAST, ORDERS, i * 10, 0));
    }

    assertThat(read(120, vitals(OTHER, EAST, ORDERS, 20, 12), vitals(THIRD, EAST, ORDERS, 20, 19)))
        .contains(second(99));
  }

  @Test
  void theOwnVitalsTheOtherRegionsAndAnotherQueuesTellNothing() {
    Optional<MonotonicTime> told = Optional.empty();
    for (int i = 0; i < 5; i++) {
      told =
          read(
              100 + i * 10,
              vitals(OWN, EAST, ORDERS, i * 10, i * 10),
              vitals(OTHER, WEST, ORDERS, i * 10, i * 10),
              vitals(THIRD, EAST, BILLS, i * 10, i * 10));
    }

    assertThat(told).isEmpty();
  }

  @Test
  void aVersionThatLandsLateIsIgnored() {
    read(100, vitals(OTHER, EAST, ORDERS, 0, 0));
    read(110, vitals(OTHER, EAST, ORDERS, 20, 0));
    Optional<MonotonicTime> late = read(120, vitals(OTHER, EAST, ORDERS, 10, 10));
    Optional<MonotonicTime> next = read(130, vitals(OTHER, EAST, ORDERS, 30, 30));

    assertThat(late).isEmpty();
    assertThat(next).contains(second(100));
  }

  @Test
  void anInstanceThatWasNotReadBeginsAnew() {
    read(100, vitals(OTHER, EAST, ORDERS, 0, 0));
    read(110, vitals(OTHER, EAST, ORDERS, 10, 10));
    read(120);

    assertThat(read(130, vitals(OTHER, EAST, ORDERS, 30, 30))).isEmpty();
    assertThat(read(140, vitals(OTHER, EAST, ORDERS, 40, 40))).isEmpty();
    assertThat(read(150, vitals(OTHER, EAST, ORDERS, 50, 50))).contains(second(130));
  }

  private Optional<MonotonicTime> read(int begun, InstanceVitals... vitals) {
    return elsewhere.onRead(List.of(vitals), second(begun));
  }

  private static MonotonicTime second(int seconds) {
    return new MonotonicTime(Duration.ofSeconds(seconds).toNanos());
  }

  /** Made at second {@code at} of the instance's clock, at whose {@code well} a call ended well. */
  private static InstanceVitals vitals(
      InstanceId instance, RegionName region, EntityKey queue, int at, int well) {
    HandlerVitals handler =
        new HandlerVitals(
            queue, HandlerVitals.State.UP, THERE, "", Optional.of(THERE.plusSeconds(well)));
    return new InstanceVitals(
        instance,
        region,
        THERE,
        InstanceStats.UNKNOWN.withHandlers(List.of(handler)),
        WriteMark.of(new WriteId("w" + at), THERE.plusSeconds(at)));
  }
}
