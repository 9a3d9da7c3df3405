package com.example.orders;

import io.twinbus.receiver.Session;
import io.twinbus.spring.SessionListener;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The handler: keeps what is due on each order. An order is a session, so its events come one after
 * the other; and the sum is the session's state, so each of them counts once, whatever dies.
 */
@Component
class Orders {

  private static final Logger LOG = LoggerFactory.getLogger(Orders.class);

  @SessionListener(deadLetterOn = UnknownEventException.class)
  void on(Session order, OrderEvent event) {
    long due = order.state().map(Orders::number).orElse(0L) + change(event);
    order.state(Long.toString(due).getBytes(StandardCharsets.UTF_8));
    LOG.info("{}: {} {}, {} due", order.id(), event.event(), event.cents(), due);
  }

  private static long change(OrderEvent event) {
    return switch (event.event()) {
      case "placed" -> event.cents();
      case "paid" -> -event.cents();
      default -> throw new UnknownEventException(event.event());
    };
  }

  private static long number(byte[] state) {
    return Long.parseLong(new String(state, StandardCharsets.UTF_8));
  }

  /** No retry helps: the message becomes a dead letter, and the order's next event is handled. */
  static final class UnknownEventException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnknownEventException(String event) {
      super("'" + event + "' is no event of an order.");
    }
  }
}
