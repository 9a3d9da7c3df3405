package io.twinbus.testkit.broker.contract;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.Broker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A broker under test, with what a suite needs around it: how messages get in, what is left of
 * them, how time passes, and what can be done to it.
 *
 * <p>Its session queue is empty at the beginning of each test; nobody else receives from it.
 */
public interface BrokerSite {

  /** The broker. */
  Broker broker();

  /** Sends copies, in their order. */
  void send(List<SentCopy> copies);

  /** How many copies are neither completed nor dead-lettered. */
  int unsettled();

  /** The dead letters. */
  List<DeadLetter> deadLetters();

  /** Waits until {@code condition} holds; false when it does not within {@code bound}. */
  boolean await(BooleanSupplier condition, Duration bound);

  /** Waits for {@code time}, in true time or in the broker's own. */
  void letTimePass(Duration time);

  /** How long a session's lock lasts without renewal. */
  Duration lockDuration();

  /** How many copies one search passes at most. */
  int searchReach();

  /** What can be done to the broker; empty: nothing, as with a service of somebody else's. */
  Optional<Mishaps> mishaps();

  /** A dead letter. */
  record DeadLetter(SessionId session, long seq, String reason, String description) {}

  /** What can happen to a broker. */
  interface Mishaps {

    /** Ends the lock of a session as if its time had run out. */
    void loseLock(SessionId session);

    /** The region is out of reach. */
    void regionDown();

    /** It is there again. */
    void regionUp();

    /** What can happen to the entity; empty where there are no others. */
    Optional<EntityMishaps> entity();
  }

  /** What can happen to a queue or subscription. */
  interface EntityMishaps {

    /** It is there, and closed to receivers. */
    void disable();

    /** It is open again. */
    void enable();

    /** It is gone, with all that it held. */
    void delete();

    /** It is there again, empty. */
    void create();

    /** One of its settings is changed, which ends its links and locks. */
    void change();
  }
}
