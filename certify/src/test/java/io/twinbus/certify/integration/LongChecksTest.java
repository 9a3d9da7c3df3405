package io.twinbus.certify.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.certify.check.LongTimes;
import io.twinbus.certify.cosmos.AccountSite;
import io.twinbus.certify.servicebus.BusSite;
import io.twinbus.local.LocalStack;
import io.twinbus.local.cosmos.faults.LedgerLie;
import io.twinbus.local.network.ConnectionLimits;
import io.twinbus.local.servicebus.broker.BrokerLie;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The long checks, in seconds, on a stack whose links idle out after seconds. */
@Tag("long")
class LongChecksTest {

  /** The lies that only a long check finds. */
  static final Map<BrokerLie, String> OF_REGIONS =
      Map.of(
          BrokerLie.RENEWALS_BOUNDED, "long-handler",
          BrokerLie.IDLE_SENDS_DROPPED, "idle-link");

  /** The same of the ledger. */
  static final String OF_THE_LEDGER = "EXPIRED_QUERIED";

  // Longer than any other check leaves its link alone, and shorter than the long ones do: the stack
  // looks every quarter of it, and counts from one look to another.
  private static final Duration LINK_IDLE = Duration.ofSeconds(12);
  private static final LongTimes TIMES =
      new LongTimes(
          LINK_IDLE.plusSeconds(8),
          LINK_IDLE.plusSeconds(8),
          Duration.ofSeconds(1),
          Duration.ofSeconds(12),
          Duration.ofSeconds(6));

  @Test
  void theyHoldWhereLinksIdleOutAndRenewalsKeepThem() throws Exception {
    try (LocalStack stack = stack("east")) {
      Certified certified = certified(stack);

      assertThat(certified.checks("HOLDS"))
          .as(certified.err())
          .contains("long-handler in east", "idle-link in east", "ttl-purge in ledger")
          .hasSize(
              BusSite.assumptions(Optional.of(TIMES)).size()
                  + AccountSite.assumptions(Optional.of(TIMES)).size());
      assertThat(certified.code()).isZero();
      assertThat(stack.region("east").counts()).hasSize(1);
    }
  }

  @Test
  void eachLieIsFoundByItsCheckAlone() throws Exception {
    String[] regions = {"bounded", "dropped"};
    try (LocalStack stack = stack(regions)) {
      stack.region("bounded").faults().lie(BrokerLie.RENEWALS_BOUNDED);
      stack.region("dropped").faults().lie(BrokerLie.IDLE_SENDS_DROPPED);
      stack.ledger().lie(LedgerLie.valueOf(OF_THE_LEDGER));

      Certified certified = certified(stack);

      assertThat(certified.checks("BROKEN"))
          .as(certified.err())
          .isEqualTo(
              new TreeSet<>(
                  Set.of(
                      "long-handler in bounded", "idle-link in dropped", "ttl-purge in ledger")));
      assertThat(certified.code()).isEqualTo(5);
    }
  }

  @Test
  void theRunSaysThatItTakesLonger() {
    try (LocalStack stack = stack("east")) {
      Certified certified = Certified.of(stack, LongTimes.ofAzure(), "--long");

      assertThat(certified.err()).contains("26 checks in east and the ledger", "and 25 min.");
      assertThat(certified.code()).isEqualTo(2);
    }
  }

  /** A check that a busy machine leaves without an answer is not run: then all run once more. */
  private static Certified certified(LocalStack stack) throws Exception {
    Certified certified = Certified.of(stack, TIMES, "--yes", "--long", "--output", "json");
    for (int more = 0; more < 2 && !certified.checks("NOT_RUN").isEmpty(); more++) {
      certified = Certified.of(stack, TIMES, "--yes", "--long", "--output", "json");
    }
    return certified;
  }

  private static LocalStack stack(String... regions) {
    return LocalStack.builder()
        .regions(regions)
        .connectionLimits(ConnectionLimits.defaults().withLinkIdle(LINK_IDLE))
        .start();
  }
}
