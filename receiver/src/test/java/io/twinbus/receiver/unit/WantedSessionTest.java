package io.twinbus.receiver.unit;

import static io.twinbus.receiver.unit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.SessionDigest;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.receiver.session.FlowSettings;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A message that only one region has, of a session that a receiver of the other one keeps. */
class WantedSessionTest {

  private static final Duration LINGER = Duration.ofMillis(100);

  @AutoClose
  private final ReceiverDriver driver =
      new ReceiverDriver()
          .withIdle(FlowSettings.Idle.of(LINGER).withLongLinger(Duration.ofMinutes(10)))
          .withGapGrace(Duration.ofMillis(300));

  @Test
  void anIdleOwnerReleasesTheSessionThatAnotherReceiverWaitsFor() {
    driver.start(driver::complete);
    driver.startInWest(driver::complete);
    driver.broker.send("s", 1);
    await().until(() -> driver.handled.contains("s1"));
    long token = driver.ledger.record("s").orElseThrow().token();

    driver.west.send("s", 2);

    await().until(() -> driver.handled.contains("s2"));
    assertThat(driver.ledger.record("s").orElseThrow().token()).isEqualTo(token + 1);
    await().until(() -> wanted().findAny().isEmpty());
  }

  /** The short time is longer than the test waits. */
  @Test
  void anOwnerThatHasJustHadWorkReleasesTheSession() {
    driver.withIdle(FlowSettings.Idle.of(Duration.ofMinutes(5)));
    driver.start(driver::complete);
    driver.startInWest(driver::complete);
    driver.broker.send("s", 1);
    await().until(() -> driver.handled.contains("s1"));

    driver.west.send("s", 2);

    await().until(() -> driver.handled.contains("s2"));
  }

  @Test
  void anIdleOwnerReleasesTheSessionInWhichAnotherReceiverHasAGapToReport() {
    driver.start(driver::complete);
    driver.startInWest(driver::complete);
    driver.broker.send("s", 1);
    await().until(() -> driver.handled.contains("s1"));

    driver.west.send("s", 3);

    await()
        .untilAsserted(
            () ->
                assertThat(driver.ledger.record("s").orElseThrow().progress().waiting())
                    .isNotEmpty());
    driver.broker.send("s", 2);
    await().until(() -> driver.handled.contains("s3"));
  }

  @Test
  void whatIsKeptForNobodyStaysWithItsOwner() {
    driver.start(driver::complete);
    driver.startInWest(driver::complete);
    driver.broker.send("s", 1);
    driver.broker.send("t", 1);
    await().until(() -> driver.handled.contains("s1") && driver.handled.contains("t1"));

    driver.west.send("s", 2);

    await().until(() -> driver.handled.contains("s2"));
    assertThat(driver.status("t")).isEqualTo(SessionStatus.WORKING);
  }

  private Stream<SessionDigest> wanted() {
    return driver.ledger.latestVitals().stream()
        .map(InstanceVitals::stats)
        .flatMap(stats -> stats.wanted().stream());
  }
}
