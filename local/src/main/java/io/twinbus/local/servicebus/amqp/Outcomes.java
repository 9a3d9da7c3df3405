package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.broker.Disposition;
import io.twinbus.local.servicebus.broker.Disposition.Kind;
import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.Modified;
import org.apache.qpid.proton.amqp.messaging.Rejected;
import org.apache.qpid.proton.amqp.messaging.Released;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.jspecify.annotations.Nullable;

/** Which disposition a delivery state means, and the state that confirms it. */
final class Outcomes {

  /** A receiver's decision and what confirms it. */
  record Answer(Disposition disposition, DeliveryState reply) {}

  private Outcomes() {}

  static @Nullable Answer read(@Nullable DeliveryState state) {
    if (state instanceof Accepted) {
      return new Answer(Disposition.of(Kind.COMPLETE), Accepted.getInstance());
    }
    if (state instanceof Released) {
      return new Answer(Disposition.of(Kind.RELEASE), Released.getInstance());
    }
    if (state instanceof Modified modified) {
      boolean defer = Boolean.TRUE.equals(modified.getUndeliverableHere());
      Disposition disposition =
          new Disposition(
              defer ? Kind.DEFER : Kind.ABANDON, properties(modified.getMessageAnnotations()));
      return new Answer(disposition, new Modified());
    }
    if (state instanceof Rejected rejected) {
      // An error in the confirmation would tell the client that its dead-lettering failed.
      Map<?, ?> info = rejected.getError() == null ? null : rejected.getError().getInfo();
      return new Answer(new Disposition(Kind.DEAD_LETTER, properties(info)), new Rejected());
    }
    return null;
  }

  static Rejected rejected(AmqpError error) {
    Rejected rejected = new Rejected();
    rejected.setError(error.onTheWire());
    return rejected;
  }

  /** Keys may be symbols or strings; values that are absent are left out. */
  static Map<String, Object> properties(@Nullable Map<?, ?> from) {
    Map<String, Object> properties = new HashMap<>();
    if (from != null) {
      from.forEach(
          (key, value) -> {
            if (value != null) {
              properties.put(key.toString(), value);
            }
          });
    }
    return properties;
  }
}
