package io.twinbus.testkit.system;

import io.twinbus.local.LocalStack;
import io.twinbus.local.LocalStackBuilder;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.protocol.settings.ClusterKeys;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.ToolKeys;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * An application's settings, turned to a local stack: the regions' names and the queue or topic are
 * kept, addresses and keys are replaced.
 *
 * <p>{@code standby-delay} is 1 s, {@code receiver.beat} 500 ms, {@code receiver.lease} 3 s, {@code
 * receiver.linger} and {@code receiver.long-linger} 300 ms, and {@code receiver.give-up-after} 0 s,
 * so that a region's failure, or a message's, costs a test seconds; with {@code
 * twinbus.test.own-pace: true} they are as the application has them.
 */
public final class LocalSettings {

  private static final String REGIONS = "twinbus.regions";

  /** Read by the Cosmos SDK when its first class loads. */
  private static final String PLAIN_HTTP = "COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED";

  /** What makes the failure of a region, and of a message, a matter of seconds. */
  private static final Map<String, String> QUICK =
      Map.of(
          "twinbus.standby-delay", "1s",
          "twinbus.receiver.beat", "500ms",
          "twinbus.receiver.lease", "3s",
          "twinbus.receiver.linger", "300ms",
          "twinbus.receiver.long-linger", "300ms",
          "twinbus.receiver.give-up-after", "0s");

  private LocalSettings() {}

  /** The application's settings, quickened unless they keep their own pace. */
  public static FlatSettings withPace(FlatSettings application) {
    return application.get(ToolKeys.TEST_OWN_PACE) ? application : application.with(QUICK);
  }

  /**
   * Starts a stack with the regions and the queue or topic that the application names, on free
   * ports. Allows the Cosmos SDK to do without TLS, unless that was decided before.
   */
  public static LocalStack start(FlatSettings application) {
    if (System.getProperty(PLAIN_HTTP) == null) {
      System.setProperty(PLAIN_HTTP, "true");
    }
    return stack(application).start();
  }

  private static LocalStackBuilder stack(FlatSettings application) {
    LocalStackBuilder builder = LocalStack.builder();
    SortedSet<String> regions = application.names(REGIONS);
    if (!regions.isEmpty()) {
      builder.regions(regions.toArray(String[]::new));
    }
    return builder.entities(entities(application));
  }

  private static NamespaceSettings entities(FlatSettings application) {
    Collection<FlatSettings> queues = ConfiguredQueues.of(application).values();
    if (queues.size() == 1) {
      FlatSettings only = queues.iterator().next();
      Optional<String> topic = only.find(ClusterKeys.TOPIC);
      if (topic.isPresent()) {
        return topic(topic.get(), only);
      }
    }
    return NamespaceSettings.ofQueues(
        queues.stream()
            .map(LocalSettings::queueName)
            .map(QueueSettings::sessionQueue)
            .toArray(QueueSettings[]::new));
  }

  private static String queueName(FlatSettings queue) {
    EntitySettings entity = EntitySettings.named(queue);
    if (entity.isTopic()) {
      throw new InvalidSettingException(
          "A test's stack has one topic or any number of queues: %s stands beside others."
              .formatted(entity.inWords()));
    }
    return entity.name();
  }

  /** The application's settings with the addresses and keys of {@code stack}. */
  public static FlatSettings of(FlatSettings application, LocalStack stack) {
    Map<String, String> values = new HashMap<>();
    stack
        .regions()
        .forEach(
            (name, region) ->
                values.put(
                    "%s.%s.connection-string".formatted(REGIONS, name), region.connectionString()));
    values.put("twinbus.ledger.endpoint", stack.ledgerEndpoint());
    values.put("twinbus.ledger.key", stack.ledgerKey());
    values.put("twinbus.ledger.create-if-missing", "true");
    return application.without(REGIONS + ".").without("twinbus.ledger.").with(values);
  }

  /** The same, for a receiver of {@code region}. */
  public static FlatSettings of(FlatSettings application, LocalStack stack, String region) {
    return of(application, stack).with(Map.of("twinbus.region", region));
  }

  private static NamespaceSettings topic(String name, FlatSettings application) {
    String subscription =
        application
            .find(ClusterKeys.SUBSCRIPTION)
            .orElseThrow(
                () ->
                    new InvalidSettingException(
                        "twinbus.subscription is not set: it names the subscription that receivers"
                            + " read."));
    return NamespaceSettings.ofQueues()
        .withTopics(TopicSettings.topic(name, SubscriptionSettings.withSessions(subscription)));
  }
}
