package io.twinbus.sender.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.JournalSettings;
import io.twinbus.sender.settings.SenderSettings;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lanes with a journal, crashed at random: nothing acknowledged is lost, nothing is invented. */
class RandomJournalTest {

  /** What every build runs, and what meets enough crashes. */
  private static final int ENOUGH = 50;

  private static final int USUAL = Integer.getInteger("sender.seeds", ENOUGH);

  /** So many meet everything that may happen, often. */
  private static final int MANY = 150;

  @Test
  void delivers_everything_acknowledged_in_order_over_crashes() {
    JournalRun.Counts met = new JournalRun.Counts();
    for (int seed = 0; seed < USUAL; seed++) {
      met.add(run(seed, false));
    }

    if (USUAL >= ENOUGH) {
      assertThat(met.acknowledged).as("acknowledged").isGreaterThan(3_000);
      assertThat(met.crashes).as("crashes").isGreaterThan(150);
    }
  }

  @Test
  @Tag("long")
  void delivers_everything_acknowledged_in_order_whatever_happens_often() {
    JournalRun.Counts met = new JournalRun.Counts();
    for (int seed = 0; seed < MANY; seed++) {
      met.add(run(seed, false));
      run(seed, true);
    }

    assertThat(met.acknowledged).as("acknowledged").isGreaterThan(10_000);
    assertThat(met.crashes).as("crashes").isGreaterThan(500);
    assertThat(met.fellBehind).as("fell behind").isGreaterThan(100);
    assertThat(met.recalled).as("recalled").isGreaterThan(1_000);
    assertThat(met.resent).as("resent").isGreaterThan(500);
    assertThat(met.rolled).as("rolled").isGreaterThan(300);
    assertThat(met.passedOver).as("passed over").isGreaterThan(100);
    assertThat(met.dropped).as("dropped").isGreaterThan(100);
  }

  @Test
  void never_uses_a_number_twice_though_the_end_of_the_journal_was_lost() {
    for (int seed = 0; seed < USUAL; seed++) {
      run(seed, true);
    }
  }

  private static JournalRun.Counts run(int seed, boolean powerLoss) {
    Random random = new Random(seed);
    SenderSettings settings =
        SenderSettings.builder()
            .lanes(1 + random.nextInt(3))
            .acknowledge(Acknowledge.JOURNAL)
            .journal(JournalSettings.in(Path.of("unused")))
            .maxBatchMessages(1 + random.nextInt(8))
            .maxWaitingMessages(5 + random.nextInt(30))
            .maxSessions(random.nextBoolean() ? 100 : 4)
            .build();
    JournalRun run = new JournalRun(seed, random, settings, powerLoss);
    try {
      run.strike();
      run.heal();
      run.verify();
      return run.counts;
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }
}
