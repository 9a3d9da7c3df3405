package io.twinbus.receiver.servicebus;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpException;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.EntitySettings;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says in one sentence what an error of the SDK means for an entity, and what to do about it. */
final class Trouble {

  private static final int MAX_CAUSES = 10;

  private static final Map<AmqpErrorCondition, String> SENTENCES =
      Map.of(
          AmqpErrorCondition.NOT_FOUND,
          "%s does not exist in region %s: create it, or correct its name in the configuration.",
          AmqpErrorCondition.ENTITY_DISABLED_ERROR,
          "%s in region %s is disabled: enable it, and the receiver goes on.",
          AmqpErrorCondition.UNAUTHORIZED_ACCESS,
          "%s in region %s may not be received from by this identity: give it the role Azure"
              + " Service Bus Data Receiver, or a key with the right Listen.",
          AmqpErrorCondition.NOT_ALLOWED,
          "%s in region %s has no sessions, which a receiver needs: create it anew with sessions.");

  private final RegionName region;
  private final String entity;

  Trouble(RegionName region, EntitySettings settings) {
    this.region = region;
    this.entity =
        settings
            .subscription()
            .map(name -> "The subscription '%s/%s'".formatted(settings.name(), name))
            .orElse("The queue '%s'".formatted(settings.name()));
  }

  /** The sentence. */
  String of(Throwable error) {
    return condition(error)
        .map(SENTENCES::get)
        .map(sentence -> sentence.formatted(entity, region))
        .orElseGet(() -> firstLine(error));
  }

  private static Optional<AmqpErrorCondition> condition(Throwable error) {
    @Nullable Throwable cause = error;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      if (cause instanceof AmqpException amqp && amqp.getErrorCondition() != null) {
        return Optional.of(amqp.getErrorCondition());
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }

  private static String firstLine(Throwable error) {
    return String.valueOf(error.getMessage()).lines().findFirst().orElse("no reason given");
  }
}
