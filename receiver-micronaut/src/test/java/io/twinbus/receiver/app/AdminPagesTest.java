package io.twinbus.receiver.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micronaut.json.JsonMapper;
import io.twinbus.ledger.LedgerSettings;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.receiver.admin.Page;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Secrets under more than fifty keys, spelled right and wrong: no page says one, no page's objects
 * reach one, and neither a mistake nor a text form repeats one.
 */
class AdminPagesTest {

  private static final String CANARY = "canary-that-nobody-may-see";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "twinbus.ledger.key",
        "twinbus.ledger.Key",
        "twinbus.ledger.KEY",
        "twinbus.ledger.accountKey",
        "twinbus.ledger.account-key",
        "twinbus.ledger.master_key",
        "twinbus.ledger.primaryKey",
        "twinbus.ledger.connection-string",
        "twinbus.ledger.password",
        "twinbus.ledger.endpoint",
        "twinbus.ledger.sas",
        "twinbus.ledger.allow-weak",
        "twinbus.regions.east.connection-string",
        "twinbus.regions.east.connectionString",
        "twinbus.regions.east.connection_string",
        "twinbus.regions.east.connectionstring",
        "twinbus.regions.east.namespace",
        "twinbus.regions.east.sas",
        "twinbus.regions.east.shared-access-key",
        "twinbus.regions.east.SharedAccessKey",
        "twinbus.regions.east.pwd",
        "twinbus.receiver.http.secret",
        "twinbus.receiver.http.secrets",
        "twinbus.receiver.http.Secret",
        "twinbus.receiver.http.url",
        "twinbus.receiver.http.health",
        "twinbus.receiver.http.apiKey",
        "twinbus.receiver.http.authorization",
        "twinbus.receiver.admin.token",
        "twinbus.receiver.admin.Token",
        "twinbus.receiver.admin.tokens",
        "twinbus.receiver.admin.bearer",
        "twinbus.receiver.lease",
        "twinbus.receiver.commit",
        "twinbus.receiver.max-sessions",
        "twinbus.queues.orders.http.secret",
        "twinbus.queues.orders.http.Secret",
        "twinbus.queues.orders.http.secrets",
        "twinbus.queues.orders.http.url",
        "twinbus.queues.orders.http.health-url",
        "twinbus.queues.orders.httpSecret",
        "twinbus.queues.orders.connection-string",
        "twinbus.queues.orders.max-sessions",
        "twinbus.queues.orders.claim",
        "twinbus.queues.orders.sas",
        "twinbus.queues.orders",
        "twinbus.queues.Not_A_Name.password",
        "twinbus.tokens",
        "twinbus.secret",
        "twinbus.credential",
        "twinbus.passphrase",
        "twinbus.clientSecret",
        "twinbus.client-secret",
        "twinbus.certificate.password",
        "twinbus.operator.pin",
        "twinbus.queu",
        "twinbus.standby-delay",
        "twinbus.sender.journal-key",
        "twinbus.sender.private_key",
        "twinbus.TOKEN",
        "twinbus.ledger.key.value",
        "twinbus.regions.west.key"
      })
  void noPageSaysOrHoldsASecret(String key) {
    FlatSettings settings =
        FlatSettings.of(Map.of(key, "Endpoint=sb://h?x;SharedAccessKey=" + CANARY));
    Map<String, Page> pages = pages(settings);

    String said = said(pages, "/settings");
    assertThat(said).contains(key).doesNotContain(CANARY);
    assertThat(said(pages, "/stats")).doesNotContain(CANARY);
    assertThat(said(pages, "/threads")).doesNotContain(CANARY);
    assertThat(reaches(pages, CANARY)).isFalse();
    assertThat(settings).asString().doesNotContain(CANARY);
    assertThat(settings.shown()).asString().doesNotContain(CANARY);
    assertThat(pages).asString().doesNotContain(CANARY);
    assertThatThrownBy(
            () ->
                settings.collect(
                    all -> {
                      all.refuseUnknown();
                      return Map.of(ClusterSettings.from(all), LedgerSettings.from(all));
                    }))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageNotContaining(CANARY);
  }

  @Test
  void whatAPageHoldsIsFoundWhereItIsNoSecret() {
    Map<String, Page> pages = pages(FlatSettings.of(Map.of("twinbus.queue", "parcels")));

    assertThat(reaches(pages, "parcels")).isTrue();
  }

  private static Map<String, Page> pages(FlatSettings settings) {
    return new AdminPages(new Monitor(), settings.shown(), JsonMapper.createDefault()).byPath();
  }

  private static String said(Map<String, Page> pages, String path) {
    return Objects.requireNonNull(pages.get(path)).content().get();
  }

  /** Whether a text with {@code part} in it can be reached from {@code root}. */
  private static boolean reaches(Object root, String part) {
    return reaches(root, part, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private static boolean reaches(Object value, String part, Set<Object> seen) {
    if (value instanceof CharSequence text) {
      return text.toString().contains(part);
    }
    if (value == null || !seen.add(value)) {
      return false;
    }
    if (value instanceof Map<?, ?> map) {
      return reaches(map.keySet(), part, seen) || reaches(map.values(), part, seen);
    }
    if (value instanceof Collection<?> several) {
      return several.stream().anyMatch(each -> reaches(each, part, seen));
    }
    if (value instanceof Optional<?> one) {
      return one.map(each -> reaches(each, part, seen)).orElse(false);
    }
    return value.getClass().getName().startsWith("io.twinbus")
        && Set.of(value.getClass().getDeclaredFields()).stream()
            .filter(field -> !Modifier.isStatic(field.getModifiers()))
            .anyMatch(field -> reaches(read(field, value), part, seen));
  }

  private static Object read(Field field, Object owner) {
    try {
      field.setAccessible(true);
      return field.get(owner);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
