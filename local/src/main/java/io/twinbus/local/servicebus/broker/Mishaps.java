package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.broker.admission.MessageContent;
import java.time.Duration;
import java.util.List;

/**
 * What may go wrong inside an entity; the broker asks at the moments when it could. Called on the
 * broker's thread; an implementation must not call back.
 */
public interface Mishaps {

  /** Nothing ever goes wrong. */
  Mishaps NONE =
      new Mishaps() {
        @Override
        public boolean loses(String entity, MessageContent content) {
          return false;
        }

        @Override
        public void settled(String entity, BrokerMessage message, Disposition.Kind how) {}

        @Override
        public Duration activationWindow(String entity) {
          return Duration.ZERO;
        }

        @Override
        public List<BrokerMessage> activationOrder(String entity, List<BrokerMessage> due) {
          return due;
        }
      };

  /** Whether an accepted message vanishes instead of being stored. */
  boolean loses(String entity, MessageContent content);

  /** Whether the broker breaks this rule. */
  default boolean lies(BrokerLie lie) {
    return false;
  }

  /** A message has been completed or dead-lettered and is no longer in the entity. */
  void settled(String entity, BrokerMessage message, Disposition.Kind how);

  /**
   * Scheduled messages due within one such stretch of time become visible together, at its end;
   * zero: each when it is due.
   */
  Duration activationWindow(String entity);

  /** The order in which scheduled messages become visible that are due together. */
  List<BrokerMessage> activationOrder(String entity, List<BrokerMessage> due);
}
