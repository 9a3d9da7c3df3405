package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.QueueKeys;
import io.twinbus.protocol.settings.ReceiverKeys;
import io.twinbus.protocol.settings.SettingCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfiguredQueuesTest {

  private final Map<String, String> values = new TreeMap<>();

  @Test
  void withoutQueuesTheShortFormIsTheOneQueue() {
    assertThat(ConfiguredQueues.of(flat())).containsOnlyKeys("orders");
    values.put("twinbus.queue", "parcels");
    assertThat(ConfiguredQueues.of(flat())).containsOnlyKeys("parcels");
    values.remove("twinbus.queue");
    values.put("twinbus.topic", "events");
    values.put("twinbus.subscription", "audit");
    assertThat(ConfiguredQueues.of(flat())).containsOnlyKeys("events/audit");
  }

  @Test
  void eachQueueHasItsOwnEntityAndItsOwnSettingsBeforeTheSharedOnes() {
    values.put("twinbus.receiver.on-poison", "block");
    values.put("twinbus.receiver.max-attempts", "7");
    values.put("twinbus.queues.orders.on-poison", "dead-letter");
    values.put("twinbus.queues.payments.queue", "payments-v2");
    values.put("twinbus.queues.audit.topic", "events");
    values.put("twinbus.queues.audit.subscription", "audit");
    values.put("twinbus.queues.audit.max-sessions", "12");

    Map<String, FlatSettings> queues = ConfiguredQueues.of(flat());

    assertThat(queues).containsOnlyKeys("audit", "orders", "payments");
    assertThat(EntitySettings.named(queue("orders")))
        .isEqualTo(new EntitySettings("orders", Optional.empty()));
    assertThat(EntitySettings.named(queue("payments")).name()).isEqualTo("payments-v2");
    assertThat(EntitySettings.named(queue("audit")))
        .isEqualTo(new EntitySettings("events", Optional.of("audit")));
    assertThat(queue("orders").get(ReceiverKeys.ON_POISON)).isEqualTo("dead-letter");
    assertThat(queue("payments").get(ReceiverKeys.ON_POISON)).isEqualTo("block");
    assertThat(queue("orders").get(ReceiverKeys.MAX_ATTEMPTS)).isEqualTo(7);
    assertThat(queue("audit").find(QueueKeys.maxSessions("audit"))).contains(12);
    assertThat(queue("orders").get(ReceiverKeys.MAX_SESSIONS))
        .as("all queues share the places")
        .isEqualTo(200);
  }

  @Test
  void aMistakeNamesTheKeyItStandsUnder() {
    values.put("twinbus.queues.orders.on-poison", "explode");
    FlatSettings orders = queue("orders");

    assertThatThrownBy(() -> orders.get(ReceiverKeys.ON_POISON))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("twinbus.queues.orders.on-poison is 'explode'");
  }

  @Test
  void bothFormsAreRefused() {
    values.put("twinbus.queue", "parcels");
    values.put("twinbus.queues.orders.queue", "orders");

    assertMistake(
        "twinbus.queue is set, and so is twinbus.queues: twinbus.queue is the short form for one"
            + " queue; keep one of the two.");
  }

  @Test
  void queuesThatNameNoneAreRefused(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("twinbus.yaml"), "twinbus: { queues: {} }");
    values.putAll(Configuration.load(file, Map.of()).revealed());

    String sentence =
        "twinbus.queues names no queue: name one below it, as in twinbus.queues.orders.queue, or"
            + " leave twinbus.queues out.";
    assertMistake(sentence);
    values.put("twinbus.regions.east.namespace", "east.servicebus.windows.net");
    assertThatThrownBy(() -> ClusterSettings.from(flat())).hasMessage(sentence);
  }

  @Test
  void twoNamesForOneEntityAreRefused() {
    values.put("twinbus.queues.a.queue", "Orders");
    values.put("twinbus.queues.b.queue", "orders");

    assertMistake("The queues a and b are both the queue 'orders': keep one of them.");
  }

  @Test
  void anUnfitNameAndTooManyQueuesAreRefused() {
    values.put("twinbus.queues.Orders_1.queue", "orders");
    assertMistake("twinbus.queues.Orders_1: the name of a queue here is 1 to 50 letters");
    values.clear();
    IntStream.range(0, ConfiguredQueues.MOST)
        .forEach(i -> values.put("twinbus.queues.q%d.queue".formatted(i), "q" + i));
    assertThat(ConfiguredQueues.of(flat())).hasSize(ConfiguredQueues.MOST);
    values.put("twinbus.queues.more.queue", "more");
    assertMistake("twinbus.queues names 65 queues: one process serves at most 64");
  }

  @Test
  void anUnknownSettingOfAQueueIsNamedWithThoseThereAre() {
    values.put("twinbus.queues.orders.on-poisn", "block");

    assertThatThrownBy(() -> flat().refuseUnknown())
        .hasMessageStartingWith("twinbus.queues.orders.on-poisn is no setting")
        .hasMessageContaining("twinbus.queues.orders.on-poison");
  }

  @Test
  void environmentVariablesNameQueuesToo() {
    assertThat(SettingCatalogue.findVariable("TWINBUS_QUEUES_NIGHT_RUNS_HTTP_SECRET"))
        .hasValueSatisfying(
            setting -> {
              assertThat(setting.name()).isEqualTo("twinbus.queues.night-runs.http.secret");
              assertThat(setting.notes().isSecret()).isTrue();
            });
    assertThat(SettingCatalogue.findVariable("TWINBUS_QUEUES_A_COMMIT_GROUP"))
        .hasValueSatisfying(
            setting -> assertThat(setting.name()).isEqualTo("twinbus.queues.a.commit-group"));
    assertThat(SettingCatalogue.findVariable("TWINBUS_QUEUES_A_BEAT")).isEmpty();
  }

  @Test
  void oneOfSeveralHasToBeNamed() {
    values.put("twinbus.queues.orders.queue", "orders");
    assertThat(ConfiguredQueues.one(flat(), Optional.empty(), "--queue").queue())
        .contains("orders");
    values.put("twinbus.queues.payments.queue", "payments");

    assertThatThrownBy(() -> ConfiguredQueues.one(flat(), Optional.empty(), "--queue"))
        .hasMessage(
            "The configuration has the queues orders, payments: say which one is meant, with"
                + " --queue.");
    assertThatThrownBy(() -> ConfiguredQueues.one(flat(), Optional.of("parcels"), "--queue"))
        .hasMessage("There is no queue 'parcels': the configuration has orders, payments.");
    assertThat(EntitySettings.named(ConfiguredQueues.one(flat(), Optional.of("payments"), "-q")))
        .isEqualTo(new EntitySettings("payments", Optional.empty()));
  }

  @Test
  void aReaderOfOneQueueRefusesSeveral() {
    values.put("twinbus.regions.east.namespace", "east.servicebus.windows.net");
    values.put("twinbus.queues.orders.queue", "orders");
    assertThat(ClusterSettings.from(flat()).entity().name()).isEqualTo("orders");
    values.put("twinbus.queues.payments.queue", "payments");

    assertThatThrownBy(() -> ClusterSettings.from(flat()))
        .hasMessage("The configuration has the queues orders, payments: say which one is meant.");
    assertThat(ClusterSettings.from(flat().ofQueue("payments")).entity().name())
        .isEqualTo("payments");
  }

  private FlatSettings queue(String name) {
    return ConfiguredQueues.one(flat(), Optional.of(name), "--queue");
  }

  private FlatSettings flat() {
    return FlatSettings.of(values);
  }

  private void assertMistake(String sentence) {
    assertThatThrownBy(() -> ConfiguredQueues.of(flat()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(sentence);
  }
}
