package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.LocalStack;
import io.twinbus.local.cosmos.AccountOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.servicebus.QueueAccess;
import io.twinbus.ops.servicebus.RegionQueue;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.servicebus.NamespaceTier;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a check-up says of tiers of Service Bus and Cosmos DB that production should not run on. */
class DoctorTiersTest {

  @ParameterizedTest
  @CsvSource({
    "PREMIUM, 'may hold 1,024 MiB, dead letters and scheduled copies included, where its namespace allows 81,920'",
    "STANDARD, 'The namespace of region west is Standard: it throttles at 1,000 credits a second'",
    "BASIC, 'The namespace of region west is Basic, which has no sessions'"
  })
  void aNamespacesTierAndAQueueThatIsSmallForItAreWarnedOf(NamespaceTier tier, String warning)
      throws Exception {
    Site site = new Site(LocalStack.builder().start());
    try {
      site.run("ledger", "init", "--yes");

      Site.Answer doctor = doctorOn(region -> tier, site);

      assertThat(doctor.code()).as(doctor.out() + doctor.err()).isZero();
      assertThat(doctor.out())
          .containsPattern("entities +WARNING")
          .contains(warning)
          .doesNotContain("set up as it must be", "of different tiers");
    } finally {
      site.close();
    }
  }

  @Test
  void namespacesOfDifferentTiersAreWarnedOf() throws Exception {
    Site site = new Site(LocalStack.builder().start());
    try {
      site.run("ledger", "init", "--yes");

      Site.Answer doctor =
          doctorOn(
              region ->
                  region.value().equals("east") ? NamespaceTier.PREMIUM : NamespaceTier.STANDARD,
              site);

      assertThat(doctor.out())
          .containsPattern("entities +WARNING +The namespaces are of different tiers")
          .contains("(east is Premium, west is Standard)");
    } finally {
      site.close();
    }
  }

  @Test
  void aServerlessAccountIsWarnedOf() throws Exception {
    Site site =
        new Site(
            LocalStack.builder().ledgerAccount(AccountOptions.defaults().withServerless()).start());
    try {
      site.run("ledger", "init", "--yes");

      Site.Answer doctor = site.run("doctor", "--read-only");

      assertThat(doctor.out())
          .containsPattern("serverless +WARNING +The account is serverless")
          .containsPattern("lease throughput +SKIPPED .*nothing is provisioned");
    } finally {
      site.close();
    }
  }

  private static Site.Answer doctorOn(Function<RegionName, NamespaceTier> tiers, Site site) {
    CliContext here = CliContext.ofThisMachine();
    QueueAccess queues =
        new QueueAccess() {
          @Override
          public RegionQueue open(RegionSettings region, EntitySettings entity) {
            return here.queues().open(region, entity);
          }

          @Override
          public Optional<NamespaceTier> tier(RegionSettings region) {
            return Optional.of(tiers.apply(region.name()));
          }
        };
    return Site.run(
        new CliContext(here.ledger(), queues, here.clocks(), here.pause(), site.environment()),
        "doctor",
        "--read-only");
  }
}
