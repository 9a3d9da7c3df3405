package io.twinbus.certify.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.certify.check.Trial;
import io.twinbus.certify.cosmos.AccountSite;
import io.twinbus.certify.run.Belongings;
import io.twinbus.certify.run.Pace;
import io.twinbus.certify.run.RunName;
import io.twinbus.certify.servicebus.BusSite;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.ledger.cosmos.identity.LedgerIdentity;
import io.twinbus.local.LocalStack;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.protocol.time.Clocks;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a crash has left goes with a later run, and nothing else does. */
class TidyingTest {

  private static final Instant NOW = Instant.parse("2030-01-02T03:04:05Z");
  private static final RunName CRASHED =
      RunName.of(NOW.minusSeconds(3_600), Duration.ofMinutes(10), new Random(1));
  private static final RunName AT_WORK = RunName.of(NOW, Duration.ofMinutes(10), new Random(2));

  @Test
  void theQueuesOfARunThatIsOverAreRemoved() {
    try (LocalStack stack = LocalStack.builder().regions("east").start();
        BusSite crashed = site(stack);
        BusSite atWork = site(stack);
        BusSite later = site(stack)) {
      prepare(crashed.prepare(CRASHED, new Belongings(), pace()));
      prepare(atWork.prepare(AT_WORK, new Belongings(), pace()));

      assertThat(later.clear(NOW))
          .containsExactlyInAnyOrder(
              "queue %s in east".formatted(CRASHED.text()),
              "queue %s-any in east".formatted(CRASHED.text()));
      assertThat(stack.region("east").counts())
          .extracting(EntityCounts::entity)
          .containsExactlyInAnyOrder("orders", AT_WORK.text(), AT_WORK.text() + "-any");
    }
  }

  @Test
  void theDatabaseOfARunThatIsOverIsRemoved() {
    try (LocalStack stack = LocalStack.builder().start();
        AccountSite crashed = account(stack);
        AccountSite atWork = account(stack);
        AccountSite later = account(stack)) {
      prepare(crashed.prepare(CRASHED, new Belongings(), pace()));
      prepare(atWork.prepare(AT_WORK, new Belongings(), pace()));

      assertThat(later.clear(NOW)).containsExactly("database " + CRASHED.text());
      assertThat(later.clear(NOW)).isEmpty();
      assertThat(later.clear(AT_WORK.until().plusSeconds(1)))
          .containsExactly("database " + AT_WORK.text());
    }
  }

  private static void prepare(List<Trial> trials) {
    assertThat(trials).isNotEmpty();
  }

  private static BusSite site(LocalStack stack) {
    return new BusSite(
        new RegionSettings(
            new RegionName("east"), null, new Secret(stack.connectionString("east"))),
        Optional.empty());
  }

  private static AccountSite account(LocalStack stack) {
    return new AccountSite(
        new LedgerSettings(
            URI.create(stack.ledgerEndpoint()),
            Optional.of(new Secret(stack.ledgerKey())),
            LedgerSettings.Place.of("twinbus", "ledger"),
            EntityKey.ofQueue("orders"),
            false),
        Clocks.system(),
        LedgerIdentity.ofEnvironment(),
        Optional.empty());
  }

  private static Pace pace() {
    return new Pace(Clocks.system(), CliContext.ofThisMachine().pause(), 100);
  }
}
