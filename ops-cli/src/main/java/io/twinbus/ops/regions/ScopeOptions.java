package io.twinbus.ops.regions;

import io.twinbus.ledger.Directive.Scope;
import io.twinbus.ledger.EntityKey;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say which receivers a wish speaks of; without them: all. */
final class ScopeOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--region", paramLabel = "NAME", description = "Only receivers of this region.")
  private @Nullable String region;

  @Option(names = "--queue", paramLabel = "NAME", description = "Only receivers of this queue.")
  private @Nullable String queue;

  @Option(
      names = "--subscription",
      paramLabel = "TOPIC/NAME",
      description = "Only receivers of this subscription.")
  private @Nullable String subscription;

  /**
   * The receivers that are meant.
   *
   * @param queues the settings as each queue of the configuration has them
   * @throws io.twinbus.protocol.settings.InvalidSettingException when the configuration has no such
   *     region
   */
  Scope scope(SortedMap<String, FlatSettings> queues) {
    ClusterSettings cluster = ClusterSettings.from(queues.values().iterator().next());
    RegionName named = region == null ? null : cluster.region(region).name();
    return new Scope(entity(queues).map(EntityKey::of).orElse(null), named);
  }

  /** The options that name the same receivers in another command. */
  String asTyped() {
    StringBuilder text = new StringBuilder();
    add(text, "--region", region);
    add(text, "--queue", queue);
    add(text, "--subscription", subscription);
    return text.toString();
  }

  /** What to say when {@code scope} names a queue that this configuration does not know. */
  Optional<String> doubt(Scope scope, SortedMap<String, FlatSettings> queues) {
    EntityKey named = scope.queue();
    List<EntitySettings> known = queues.values().stream().map(EntitySettings::named).toList();
    return named == null || known.stream().map(EntityKey::of).anyMatch(named::equals)
        ? Optional.empty()
        : Optional.of(
            "This configuration is about %s: whether receivers of %s exist is not known here."
                .formatted(
                    known.stream().map(EntitySettings::inWords).collect(Collectors.joining(", ")),
                    named));
  }

  /** A name of the configuration goes before one of the broker. */
  private Optional<EntitySettings> entity(SortedMap<String, FlatSettings> queues) {
    if (queue != null && subscription != null) {
      throw wrong("Name a queue or a subscription, not both.");
    }
    if (queue != null) {
      FlatSettings configured = queues.get(queue);
      return Optional.of(
          configured == null
              ? new EntitySettings(queue, Optional.empty())
              : EntitySettings.named(configured));
    }
    if (subscription == null) {
      return Optional.empty();
    }
    int slash = subscription.lastIndexOf('/');
    if (slash < 1 || slash == subscription.length() - 1) {
      throw wrong("--subscription is written TOPIC/NAME, such as events/audit.");
    }
    return Optional.of(
        new EntitySettings(
            subscription.substring(0, slash), Optional.of(subscription.substring(slash + 1))));
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  private static void add(StringBuilder text, String option, @Nullable String value) {
    if (value != null) {
      text.append(' ').append(option).append(' ').append(value);
    }
  }
}
