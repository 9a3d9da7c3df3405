package io.twinbus.ops.command;

import io.twinbus.ledger.EntityKey;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The common options of commands that work on one queue's messages or sessions. */
public final class QueueOptions extends CommonOptions {

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description =
          "The queue, as twinbus.queues has it; needed where there are several, if the"
              + " command is not about all of them.")
  private @Nullable String queue;

  /**
   * The settings as the queue has them that was named.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for a mistake,
   *     also where one of several queues has to be named
   */
  @Override
  public FlatSettings load(CliContext context) {
    return ConfiguredQueues.one(read(context).settings(), Optional.ofNullable(queue), "--queue");
  }

  /**
   * The settings of the queue that was named, or of each there is, by its name.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for a mistake
   */
  public SortedMap<String, FlatSettings> each(CliContext context) {
    SortedMap<String, FlatSettings> all = queues(context);
    return queue == null ? all : new TreeMap<>(Map.of(queue, load(context)));
  }

  @Override
  public Optional<EntityKey> queue(CliContext context) {
    return Optional.of(EntityKey.of(EntitySettings.named(load(context))));
  }
}
