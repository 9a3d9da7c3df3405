package io.twinbus.ops.command;

import io.twinbus.ledger.EntityKey;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.FlatSettings;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The common options of commands that work on one queue's messages or sessions. */
public final class QueueOptions extends CommonOptions {

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "The queue, as twinbus.queues has it; needed where there are several.")
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

  @Override
  public Optional<EntityKey> queue(CliContext context) {
    return Optional.of(EntityKey.of(EntitySettings.named(load(context))));
  }
}
