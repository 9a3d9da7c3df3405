package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.broker.Disposition;
import io.twinbus.local.servicebus.broker.MessageLock;
import io.twinbus.local.servicebus.broker.MessageQueue;
import io.twinbus.local.servicebus.broker.Settlement;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.Operation;
import java.util.Optional;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.engine.Delivery;

/** Carries out what a client decides about the messages that one link delivered to it. */
final class LinkSettlements {
  private final ServerContext context;
  private final MessageQueue queue;
  private final LinkFaults faults;

  LinkSettlements(ServerContext context, MessageQueue queue, LinkFaults faults) {
    this.context = context;
    this.queue = queue;
    this.faults = faults;
  }

  void updated(Delivery delivery) {
    MessageLock lock = delivery.getContext() instanceof MessageLock held ? held : null;
    Outcomes.Answer decided = Outcomes.read(delivery.getRemoteState());
    delivery.clear();
    if (decided == null) {
      if (delivery.remotelySettled()) {
        delivery.settle();
      }
      return;
    }
    if (lock == null) {
      refuse(delivery, context.errors().of(Refusal.MESSAGE_LOCK_LOST, queue.name(), ""));
      return;
    }
    Optional<Effect> struck = carryOut(delivery, lock, decided);
    struck.ifPresent(effect -> faults.suffer(effect, error -> refuse(delivery, error)));
  }

  /** Carries it out and answers, unless a fault takes one or the other. */
  private Optional<Effect> carryOut(Delivery delivery, MessageLock lock, Outcomes.Answer decided) {
    String session = lock.message().content().sessionId();
    Optional<Operation> operation = operation(decided.disposition().kind());
    Optional<Effect> before = operation.flatMap(one -> faults.before(one, session));
    if (before.isPresent()) {
      if (before.get().kind() != Effect.Kind.LOSE_LOCK) {
        return before;
      }
      queue.calamities().loseLock(lock.token());
    }
    if (queue.settle(lock.token(), decided.disposition()) == Settlement.LOCK_LOST) {
      String subject = session == null ? "" : session;
      refuse(delivery, context.errors().of(Refusal.MESSAGE_LOCK_LOST, queue.name(), subject));
      return Optional.empty();
    }
    Optional<Effect> after = operation.flatMap(one -> faults.after(one, session));
    if (after.isEmpty()) {
      answer(delivery, decided.reply());
    }
    return after;
  }

  private static void refuse(Delivery delivery, AmqpError error) {
    answer(delivery, Outcomes.rejected(error));
  }

  private static void answer(Delivery delivery, DeliveryState state) {
    delivery.setContext(null);
    delivery.disposition(state);
    delivery.settle();
  }

  private static Optional<Operation> operation(Disposition.Kind kind) {
    return switch (kind) {
      case COMPLETE -> Optional.of(Operation.COMPLETE);
      case ABANDON -> Optional.of(Operation.ABANDON);
      case DEFER -> Optional.of(Operation.DEFER);
      case DEAD_LETTER -> Optional.of(Operation.DEAD_LETTER);
      // Surplus given back is no decision about the message.
      case RELEASE -> Optional.empty();
    };
  }
}
