package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.LocalStack;
import io.twinbus.local.cosmos.AccountOptions;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where the ledger is written: what an operator sees of it, and how it is changed. */
class LedgerRegionsTest {

  private static Site site;

  @BeforeAll
  static void start() throws Exception {
    site =
        new Site(
            LocalStack.builder()
                .ledgerAccount(AccountOptions.defaults().withRegions("witness", "east", "west"))
                .start());
    site.run("ledger", "init", "--yes");
  }

  @AfterAll
  static void stop() throws Exception {
    site.close();
  }

  @BeforeEach
  void writtenInTheWitness() {
    site.stack.ledger().failOver("witness");
  }

  @Test
  void regionsSaysWhichOneIsWrittenWhichCarryMessagesAndWhereReadsGo() throws Exception {
    JsonNode rows = site.run("ledger", "regions", "-o", "json").json();

    assertThat(rows).hasSize(3);
    assertThat(rows.get(0).toString())
        .isEqualTo("{\"region\":\"witness\",\"written\":true,\"messages\":\"\",\"reads\":true}");
    assertThat(rows.get(1).toString())
        .isEqualTo("{\"region\":\"east\",\"written\":false,\"messages\":\"east\",\"reads\":false}");
  }

  @Test
  void failoverPrintsWhatToTypeAndWarnsOfARegionThatCarriesMessages() {
    Site.Answer answer = site.run("ledger", "failover", "--to", "East");

    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.out())
        .contains("--failover-policies east=0 witness=1 west=2")
        .contains("az cosmosdb offline-region", "--region witness")
        .contains("east carries the messages of east, too");
    assertThat(site.stack.ledger().regions()).startsWith("witness");
  }

  @Test
  void failoverToARegionThatIsNotThereOrWrittenAlreadyIsASentence() {
    Site.Answer nowhere = site.run("ledger", "failover", "--to", "north");
    Site.Answer same = site.run("ledger", "failover", "--to", "witness");

    assertThat(nowhere.code()).isEqualTo(3);
    assertThat(nowhere.err()).contains("no region 'north': it has witness, east, west.");
    assertThat(same.code()).isEqualTo(4);
    assertThat(same.err()).contains("is written in witness already");
  }

  @Test
  void doctorWarnsOfAWriteRegionThatCarriesMessages() {
    Site.Answer apart = site.run("doctor", "--read-only");
    site.stack.ledger().failOver("east");
    Site.Answer together = site.run("doctor", "--read-only");
    Map<String, String> elsewhere = site.environment();
    elsewhere.put("TWINBUS_REGIONS_EAST_LOCATION", "eastus2");
    Site.Answer named = site.run(elsewhere, "doctor", "--read-only");
    elsewhere.put("TWINBUS_REGIONS_WEST_LOCATION", "EAST");
    Site.Answer other = site.run(elsewhere, "doctor", "--read-only");

    assertThat(apart.out()).containsPattern("write region +GOOD +One region accepts writes: w");
    assertThat(together.out())
        .containsPattern("write region +WARNING .*: east, where the messages of east are, too");
    assertThat(together.out())
        .contains("stops all claims and commits until the account fails over");
    assertThat(named.out()).containsPattern("write region +GOOD");
    assertThat(other.out()).containsPattern("write region +WARNING .* messages of west are");
  }
}
