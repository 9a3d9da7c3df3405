package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.faults.FaultPoint;
import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.Occasion;
import io.twinbus.local.servicebus.faults.Operation;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.qpid.proton.engine.Link;
import org.jspecify.annotations.Nullable;

/** The faults that may strike one link, and what they do to it and to its connection. */
final class LinkFaults {
  private final ServerContext context;
  private final AmqpConnection connection;
  private final Link link;
  private final @Nullable String entity;

  /** Faults of a link to an entity; null where it serves none, such as {@code $cbs}. */
  LinkFaults(ServerContext context, AmqpConnection connection, Link link, @Nullable String entity) {
    this.context = context;
    this.connection = connection;
    this.link = link;
    this.entity = entity;
  }

  /** The connection of the link. */
  AmqpConnection connection() {
    return connection;
  }

  /** Whether looking for a fault is worth the trouble. */
  boolean armed() {
    return context.faults().armed();
  }

  /** What strikes before the operation is carried out. */
  Optional<Effect> before(Operation operation, @Nullable String session) {
    return strike(operation, session, FaultPoint.BEFORE_COMMIT);
  }

  /** What strikes after the operation was carried out, in the place of its answer. */
  Optional<Effect> after(Operation operation, @Nullable String session) {
    return strike(operation, session, FaultPoint.AFTER_COMMIT);
  }

  /** Does what takes the place of an answer; an error is left to the operation to tell. */
  void suffer(Effect effect, Consumer<AmqpError> tell) {
    switch (effect.kind()) {
      case DROP -> connection.abort();
      case DETACH -> connection.detach(link, error(Condition.LINK_DETACHED));
      case CLOSE -> connection.close(error(Condition.CONNECTION_FORCED));
      case FAIL -> tell.accept(error(effect));
      // The others are no answers: whoever asks for them looks at the effect.
      default -> {}
    }
  }

  private AmqpError error(Effect effect) {
    return error(Condition.of(Objects.requireNonNull(effect.condition(), "fail has a condition")));
  }

  private AmqpError error(Condition condition) {
    return context.errors().injected(condition, entity == null ? "" : entity);
  }

  private Optional<Effect> strike(Operation operation, @Nullable String session, FaultPoint point) {
    return armed()
        ? context.faults().strike(new Occasion(operation, entity, session), point)
        : Optional.empty();
  }
}
