package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.receiver.runtime.Receiver;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * A configuration that names another cluster than the ledger's, by mistake or because it changed.
 */
class OtherClusterTest {

  @AutoClose private final Site site = new Site();

  @Test
  void commandsSayWhoseReceiversTheyShowAndNobodyIsToldToDeleteAnything() {
    site.run("ledger", "init", "--yes");
    Map<String, String> elsewhere = site.environment();
    elsewhere.put("TWINBUS_CLUSTER", "shop");

    assertThat(site.run("regions").err()).isEmpty();
    assertThat(site.run(elsewhere, "regions").err())
        .contains("Nothing is here under cluster 'shop'", "set twinbus.cluster to 'twinbus'");
    assertThat(site.run(elsewhere, "watch").out()).contains("Nothing is here under cluster 'shop'");
    assertThat(site.run(elsewhere, "doctor", "--read-only").out())
        .contains("set twinbus.cluster to 'twinbus' if it is yours")
        .doesNotContain("delete");
  }

  @Test
  void aDeploymentThatWasRenamedAdoptsItsLedgerWhenItsReceiversHaveStopped() throws Exception {
    site.run("ledger", "init", "--yes");
    Map<String, String> renamed = site.environment();
    renamed.put("TWINBUS_CLUSTER", "shop");
    Map<String, String> impatient = site.impatient();
    impatient.put("TWINBUS_CLUSTER", "shop");
    Receiver receiver = site.receiver("east");

    Site.Answer refused = site.run(renamed, "ledger", "adopt", "--yes");
    receiver.close();
    Site.Answer plan = site.run(impatient, "ledger", "adopt");
    assertThat(site.run(renamed, "regions").err()).contains("Nothing is here");
    Site.Answer done = site.run(impatient, "ledger", "adopt", "--yes");
    Site.Answer again = site.run(impatient, "ledger", "adopt", "--yes");

    assertThat(refused.code()).isEqualTo(4);
    assertThat(refused.err()).contains("is alive: stop every receiver");
    assertThat(plan.code()).as(plan.err()).isZero();
    assertThat(plan.out()).contains("was        cluster 'twinbus'", "would be   written into both");
    assertThat(done.code()).as(done.err()).isZero();
    assertThat(again.code()).as(again.err()).isZero();
    JsonNode entries = site.run("audit", "list", "--act", "LEDGER_ADOPT", "-o", "json").json();
    assertThat(entries).as("nothing was left to adopt the second time").hasSize(1);
    assertThat(entries.get(0).get("effect").asText()).contains("cluster 'shop'");
    assertThat(site.run(renamed, "regions").err()).isEmpty();
    assertThat(site.run("doctor", "--read-only").out())
        .contains("set twinbus.cluster to 'shop' if it is yours");
  }
}
