package io.twinbus.testkit.micronaut;

import io.twinbus.local.LocalStack;
import io.twinbus.local.LocalStackBuilder;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.protocol.settings.ClusterKeys;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.ToolKeys;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;

/** An application's settings, turned to a local stack. */
final class LocalSettings {

  private static final String REGIONS = "twinbus.regions";

  /** What makes the failure of a region, and of a message, a matter of seconds. */
  private static final Map<String, String> QUICK =
      Map.of(
          "twinbus.standby-delay", "1s",
          "twinbus.receiver.beat", "500ms",
          "twinbus.receiver.lease", "3s",
          "twinbus.receiver.linger", "300ms",
          "twinbus.receiver.give-up-after", "0s");

  private LocalSettings() {}

  /** The application's settings, quickened unless they keep their own pace. */
  static FlatSettings withPace(FlatSettings application) {
    return application.get(ToolKeys.TEST_OWN_PACE) ? application : application.with(QUICK);
  }

  /** A stack with the regions and the queue or topic that the application names, on free ports. */
  static LocalStackBuilder stack(FlatSettings application) {
    LocalStackBuilder builder = LocalStack.builder();
    SortedSet<String> regions = application.names(REGIONS);
    if (!regions.isEmpty()) {
      builder.regions(regions.toArray(String[]::new));
    }
    return builder.entities(
        application
            .find(ClusterKeys.TOPIC)
            .map(topic -> topic(topic, application))
            .orElseGet(
                () ->
                    NamespaceSettings.ofQueues(
                        QueueSettings.sessionQueue(
                            application
                                .find(ClusterKeys.QUEUE)
                                .orElse(EntitySettings.DEFAULT_QUEUE)))));
  }

  /** The application's settings with the addresses and keys of {@code stack}. */
  static FlatSettings of(FlatSettings application, LocalStack stack) {
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
  static FlatSettings of(FlatSettings application, LocalStack stack, String region) {
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
