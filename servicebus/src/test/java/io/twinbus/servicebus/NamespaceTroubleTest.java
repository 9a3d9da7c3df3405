package io.twinbus.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.entity.EntityReading;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Where a namespace's management does not answer, its readers do, within their bound. */
class NamespaceTroubleTest {

  private static final EntitySettings ORDERS = new EntitySettings("orders", Optional.empty());
  private static final EntitySettings EVENTS = new EntitySettings("events", Optional.of("audit"));
  private static final Duration BOUND = Duration.ofMillis(500);

  /** The SDK would wait for a minute. */
  private static final long PATIENCE_SECONDS = 50;

  @Test
  void ofANamespaceThatIsSilentNothingIsKnownWithinTheBound() throws Exception {
    try (SilentNamespace silent = SilentNamespace.start()) {
      CompletionStage<EntityReading> queue = reader(silent, ORDERS, BOUND).read();
      CompletionStage<EntityReading> subscription = reader(silent, EVENTS, BOUND).read();
      CompletionStage<Optional<EntityRoom>> roomOfQueue = reader(silent, ORDERS, BOUND).room();
      CompletionStage<Optional<EntityRoom>> roomOfTopic = reader(silent, EVENTS, BOUND).room();
      CompletionStage<Optional<NamespaceTier>> tier =
          new NamespaceReader(region(silent.connectionString()), BOUND).tier();

      assertThat(answer(queue)).isInstanceOf(EntityReading.Unreadable.class);
      assertThat(answer(subscription)).isInstanceOf(EntityReading.Unreadable.class);
      assertThat(answer(roomOfQueue)).isEmpty();
      assertThat(answer(roomOfTopic)).isEmpty();
      assertThat(answer(tier)).isEmpty();
    }
  }

  @Test
  void aNamespaceThatFailsIsAskedOnceMoreAndNoOftener() throws Exception {
    try (SilentNamespace failing = SilentNamespace.answering(503)) {
      EntityReading reading =
          answer(reader(failing, ORDERS, Duration.ofSeconds(PATIENCE_SECONDS)).read());

      assertThat(reading).isInstanceOf(EntityReading.Unreadable.class);
      assertThat(failing.requests()).isEqualTo(2);
    }
  }

  private static EntityReader reader(SilentNamespace namespace, EntitySettings entity, Duration b) {
    return new EntityReader(region(namespace.connectionString()), entity, b);
  }

  private static RegionSettings region(String connection) {
    return new RegionSettings(new RegionName("east"), null, new Secret(connection));
  }

  private static <T> T answer(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }
}
