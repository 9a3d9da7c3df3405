package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.twinbus.ledger.LedgerSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LedgerSettingsTest {

  @Test
  void theLeasesHaveAContainerOfTheirOwnByDefault() {
    assertThat(settings(Map.of()).place())
        .isEqualTo(new LedgerSettings.Place("twinbus", "ledger", "ledger-leases", "ledger-audit"));
    assertThat(settings(Map.of("twinbus.ledger.container", "shop")).place().leases())
        .isEqualTo("shop-leases");
    assertThat(settings(Map.of("twinbus.ledger.leases", "beats")).place().leases())
        .isEqualTo("beats");
  }

  @Test
  void theSessionsContainerIsRefusedForLeasesInOneSentence() {
    InvalidSettingException refusal =
        catchThrowableOfType(
            InvalidSettingException.class,
            () -> settings(Map.of("twinbus.ledger.leases", "ledger")));

    assertThat(refusal)
        .hasMessage(
            "twinbus.ledger.leases names the sessions' container 'ledger', whose load would make"
                + " leases late: name another container, or leave it out.");
  }

  @Test
  void theAuditHasAContainerThatNobodyElseWritesTo() {
    assertThat(settings(Map.of("twinbus.ledger.container", "shop")).place().audit())
        .isEqualTo("shop-audit");
    assertThat(settings(Map.of("twinbus.ledger.audit", "acts")).place().audit()).isEqualTo("acts");

    InvalidSettingException refusal =
        catchThrowableOfType(
            InvalidSettingException.class,
            () -> settings(Map.of("twinbus.ledger.audit", "ledger-leases")));

    assertThat(refusal)
        .hasMessage(
            "twinbus.ledger.audit names 'ledger-leases', which holds other records, so that readers"
                + " could not be given the right to write here alone: name another container, or"
                + " leave it out.");
  }

  @Test
  void theQueueIsPartOfTheLedgersPlace() {
    assertThat(settings(Map.of()).queue().value()).isEqualTo("q:orders");
    assertThat(settings(Map.of("twinbus.queue", "Payments")).queue().value())
        .isEqualTo("q:payments");
    assertThat(
            settings(Map.of("twinbus.topic", "events", "twinbus.subscription", "audit"))
                .queue()
                .value())
        .isEqualTo("t:events:audit");
  }

  private static LedgerSettings settings(Map<String, String> others) {
    Map<String, String> all =
        new HashMap<>(Map.of("twinbus.ledger.endpoint", "https://ledger.example.net"));
    all.putAll(others);
    return LedgerSettings.from(FlatSettings.of(all));
  }
}
