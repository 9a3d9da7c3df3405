package io.twinbus.ops.regions;

import io.twinbus.ledger.Directive.Scope;
import io.twinbus.ledger.EntityKey;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.EntitySettings;
import java.util.Optional;
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
   * @throws io.twinbus.protocol.settings.InvalidSettingException when {@code cluster} has no such
   *     region
   */
  Scope scope(ClusterSettings cluster) {
    RegionName named = region == null ? null : cluster.region(region).name();
    return new Scope(entity().map(EntityKey::of).orElse(null), named);
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
  Optional<String> doubt(Scope scope, ClusterSettings cluster) {
    EntityKey named = scope.queue();
    return named == null || named.equals(EntityKey.of(cluster.entity()))
        ? Optional.empty()
        : Optional.of(
            "This configuration is about %s: whether receivers of %s exist is not known here."
                .formatted(cluster.entity().inWords(), named));
  }

  private Optional<EntitySettings> entity() {
    if (queue != null && subscription != null) {
      throw wrong("Name a queue or a subscription, not both.");
    }
    if (queue != null) {
      return Optional.of(new EntitySettings(queue, Optional.empty()));
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
