package io.twinbus.certify.integration;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.certify.check.Finding.Grade;
import io.twinbus.certify.check.Result;
import io.twinbus.certify.check.Trial;
import io.twinbus.certify.cosmos.AccountSite;
import io.twinbus.certify.run.Belongings;
import io.twinbus.certify.run.Examination;
import io.twinbus.certify.run.Pace;
import io.twinbus.certify.run.RunName;
import io.twinbus.certify.servicebus.BusSite;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.local.LocalStack;
import io.twinbus.local.cosmos.AccountOptions;
import io.twinbus.local.cosmos.faults.LedgerLie;
import io.twinbus.local.cosmos.gateway.Consistency;
import io.twinbus.local.servicebus.broker.BrokerLie;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.time.Clocks;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A stack that lies in one point fails the check of that point, and no other. */
@Tag("long")
class PlantedLiesTest {

  private static final Map<BrokerLie, String> OF_REGIONS =
      Map.ofEntries(
          entry(BrokerLie.SESSIONS_SHARED, "session-exclusive"),
          entry(BrokerLie.SESSIONS_REVERSED, "session-order"),
          entry(BrokerLie.SCHEDULED_AT_ONCE, "scheduled-not-early"),
          entry(BrokerLie.EQUAL_IDS_DROPPED, "equal-ids"),
          entry(BrokerLie.LOCKS_KEPT, "lock-expiry"),
          entry(BrokerLie.RENEWALS_IGNORED, "lock-renewal"),
          entry(BrokerLie.LOCKED_NOT_PEEKED, "peek-locked"),
          entry(BrokerLie.SCHEDULED_NOT_PEEKED, "peek-scheduled"),
          entry(BrokerLie.DELIVERIES_UNCOUNTED, "delivery-count"),
          entry(BrokerLie.DEAD_LETTERS_DROPPED, "dead-letter"),
          entry(BrokerLie.COMPLETED_KEPT, "completed-gone"),
          entry(BrokerLie.CLOSE_COUNTED, "close-uncounted"),
          entry(BrokerLie.CANCEL_IGNORED, "cancelled-gone"),
          entry(BrokerLie.BATCHES_CUT, "batch-whole"),
          entry(BrokerLie.WAITING_SESSIONS_PASSED_OVER, "next-session"));

  /** How many regions lie in one run: more would make each wait for the others. */
  private static final int GROUP = 4;

  private static final Map<LedgerLie, String> OF_THE_LEDGER =
      Map.of(
          LedgerLie.CREATES_OVERWRITE, "create-conflict",
          LedgerLie.REPLACES_UNCONDITIONAL, "stale-replace",
          LedgerLie.READS_STALE, "strong-read",
          LedgerLie.TTL_IGNORED, "item-expires",
          LedgerLie.PARTITIONS_MIXED, "partitions-apart",
          LedgerLie.QUERIES_CUT, "query-whole");

  /** Regions are examined apart, so that each can tell a lie of its own; a few in one run. */
  @ParameterizedTest
  @MethodSource("groups")
  void eachLieOfARegionIsFoundByItsCheckAlone(List<BrokerLie> lies) throws Exception {
    String[] names = lies.stream().map(PlantedLiesTest::region).toArray(String[]::new);
    try (LocalStack stack = LocalStack.builder().regions(names).start()) {
      Set<String> expected = new TreeSet<>();
      for (BrokerLie lie : lies) {
        stack.region(region(lie)).faults().lie(lie);
        expected.add(OF_REGIONS.get(lie) + " in " + region(lie));
      }

      // What is visible at once cannot be taken back, so that nothing is known of taking back.
      Set<String> notRun =
          lies.contains(BrokerLie.SCHEDULED_AT_ONCE)
              ? Set.of("cancelled-gone in " + region(BrokerLie.SCHEDULED_AT_ONCE))
              : Set.of();

      Certified certified = certified(stack, notRun);

      assertThat(certified.checks("BROKEN")).isEqualTo(expected);
      assertThat(certified.code()).isEqualTo(5);
      assertThat(certified.checks("NOT_RUN")).isEqualTo(notRun);
    }
  }

  /** A check that a busy machine leaves without an answer is not run: then all run once more. */
  private static Certified certified(LocalStack stack, Set<String> notRun) throws Exception {
    Certified certified = Certified.of(stack, "--yes", "--output", "json");
    for (int more = 0; more < 2 && !certified.checks("NOT_RUN").equals(notRun); more++) {
      certified = Certified.of(stack, "--yes", "--output", "json");
    }
    return certified;
  }

  static List<List<BrokerLie>> groups() {
    List<BrokerLie> all = List.of(BrokerLie.values());
    List<List<BrokerLie>> groups = new ArrayList<>();
    for (int from = 0; from < all.size(); from += GROUP) {
      groups.add(all.subList(from, Math.min(from + GROUP, all.size())));
    }
    return groups;
  }

  @ParameterizedTest
  @EnumSource(LedgerLie.class)
  void eachLieOfTheLedgerIsFoundByItsCheckAlone(LedgerLie lie) throws Exception {
    try (LocalStack stack = stack(AccountOptions.defaults())) {
      stack.ledger().lie(lie);

      assertThat(examine(stack)).isEqualTo(Map.of(OF_THE_LEDGER.get(lie), Grade.BROKEN));
    }
  }

  @Test
  void anAccountThatIsNotStrongIsFound() throws Exception {
    try (LocalStack stack =
        stack(
            AccountOptions.defaults()
                .withConsistency(Consistency.BOUNDED_STALENESS)
                .withReplicationLag(Duration.ZERO))) {
      assertThat(examine(stack)).isEqualTo(Map.of("account-strong", Grade.BROKEN));
    }
  }

  @Test
  void anAccountOfSeveralWriteRegionsIsFound() throws Exception {
    try (LocalStack stack = stack(AccountOptions.defaults().withMultipleWriteRegions())) {
      assertThat(examine(stack)).isEqualTo(Map.of("one-write-region", Grade.BROKEN));
    }
  }

  @Test
  void everyCheckHasItsLie() {
    Set<String> found = new TreeSet<>(OF_REGIONS.values());
    found.addAll(OF_THE_LEDGER.values());
    found.addAll(List.of("account-strong", "one-write-region"));
    Set<String> checks = new TreeSet<>();
    BusSite.assumptions().forEach(assumption -> checks.add(assumption.id()));
    AccountSite.assumptions().forEach(assumption -> checks.add(assumption.id()));

    assertThat(found).isEqualTo(checks);
  }

  private static LocalStack stack(AccountOptions account) {
    return LocalStack.builder()
        .regions("east")
        .ledgerAccount(account.withRegions("north", "south"))
        .start();
  }

  /** The checks of the ledger that do not hold. */
  private static Map<String, Grade> examine(LocalStack stack) throws InterruptedException {
    LedgerSettings settings =
        new LedgerSettings(
            URI.create(stack.ledgerEndpoint()),
            Optional.of(new Secret(stack.ledgerKey())),
            LedgerSettings.Place.of("twinbus", "ledger"),
            EntityKey.ofQueue("orders"),
            true);
    Clocks clocks = Clocks.system();
    Belongings belongings = new Belongings();
    try (AccountSite site = new AccountSite(settings, clocks)) {
      RunName run = RunName.of(Instant.now(), Duration.ofMinutes(10), new Random());
      Pace pace = new Pace(clocks, CliContext.ofThisMachine().pause(), 100);
      List<Trial> trials = site.prepare(run, belongings, pace);
      List<Result> results = new Examination(clocks, 8).run(trials, result -> {});
      assertThat(belongings.removeAll()).isEmpty();
      return results.stream()
          .filter(result -> result.verdict().grade() != Grade.HOLDS)
          .collect(
              Collectors.toMap(
                  result -> result.assumption().id(), result -> result.verdict().grade()));
    }
  }

  private static String region(BrokerLie lie) {
    return lie.label().replace("-", "");
  }
}
