package io.twinbus.local.servicebus.faults;

import io.twinbus.local.faults.FaultPoint;
import io.twinbus.local.faults.Injected;
import io.twinbus.local.faults.Injector;
import io.twinbus.local.servicebus.broker.BrokerLie;
import io.twinbus.local.servicebus.broker.BrokerMessage;
import io.twinbus.local.servicebus.broker.Disposition;
import io.twinbus.local.servicebus.broker.Mishaps;
import io.twinbus.local.servicebus.broker.admission.MessageContent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The faults of one region: asked by its links at every operation, and by its broker.
 *
 * <p>Injecting, ending and listing are thread-safe; the rest belongs to the region's thread.
 */
public final class FaultBoard implements Mishaps {
  private final Injector<Operation, Fault> faults = new Injector<>(Operation.class);
  private final KeptMessages kept = new KeptMessages();
  private final Set<BrokerLie> lies = ConcurrentHashMap.newKeySet();

  /** Injects a fault; answers its id. */
  public int inject(Fault fault) {
    return faults.add(fault, fault.chance(), new Random(fault.seed()));
  }

  /** Ends one fault; its counts stay. False: there is none with this id. */
  public boolean end(int id) {
    return faults.end(id);
  }

  /** Has the broker break a rule until all faults are ended. */
  public void lie(BrokerLie lie) {
    lies.add(lie);
  }

  /** The rules that the broker breaks now. */
  public Set<BrokerLie> lies() {
    return Set.copyOf(lies);
  }

  /** Ends all faults and lies; their counts stay, settled messages that were kept are forgotten. */
  public void endAll() {
    faults.endAll();
    lies.clear();
    kept.take();
  }

  /** Every fault with its counts, oldest first. */
  public List<Injected<Operation, Fault>> all() {
    return faults.all();
  }

  /** Whether any fault may strike; cheap. */
  public boolean armed() {
    return faults.armed();
  }

  /** What strikes on this occasion, if anything; counted. */
  public Optional<Effect> strike(Occasion occasion, FaultPoint point) {
    return faults
        .strike(
            occasion.operation(),
            fault -> !fault.effect().kind().insideTheBroker() && fault.fits(occasion, point))
        .map(Fault::effect);
  }

  /** Takes out the settled messages that were kept, by entity, oldest first. */
  public Map<String, List<BrokerMessage>> takeKept() {
    return kept.take();
  }

  @Override
  public boolean loses(String entity, MessageContent content) {
    return insideTheBroker(Operation.SEND, entity, content, Effect.Kind.LOSE).isPresent();
  }

  @Override
  public boolean lies(BrokerLie lie) {
    return lies.contains(lie);
  }

  @Override
  public void settled(String entity, BrokerMessage message, Disposition.Kind how) {
    Operation operation =
        how == Disposition.Kind.COMPLETE ? Operation.COMPLETE : Operation.DEAD_LETTER;
    if (insideTheBroker(operation, entity, message.content(), Effect.Kind.KEEP).isPresent()) {
      kept.add(entity, message);
    }
  }

  @Override
  public Duration activationWindow(String entity) {
    if (!armed()) {
      return Duration.ZERO;
    }
    return faults.all().stream()
        .filter(
            fault ->
                fault.active()
                    && fault.rule().target().holds(entity, fault.rule().target().session()))
        .map(fault -> fault.rule().effect().window())
        .filter(window -> !window.isZero())
        .findFirst()
        .orElse(Duration.ZERO);
  }

  @Override
  public List<BrokerMessage> activationOrder(String entity, List<BrokerMessage> due) {
    if (!armed()) {
      return due;
    }
    List<BrokerMessage> order = new ArrayList<>(due);
    List<Integer> places = new ArrayList<>();
    List<BrokerMessage> struck = new ArrayList<>();
    @Nullable Fault by = null;
    for (int place = 0; place < due.size(); place++) {
      BrokerMessage message = due.get(place);
      Optional<Fault> fault =
          insideTheBroker(Operation.ACTIVATE, entity, message.content(), Effect.Kind.SCRAMBLE);
      if (fault.isPresent()) {
        by = fault.get();
        places.add(place);
        struck.add(message);
      }
    }
    if (by != null) {
      // Of the first sequence number as well: else every batch of one size had the same order.
      Collections.shuffle(struck, new Random(by.seed() * 31 + struck.get(0).sequenceNumber()));
      for (int i = 0; i < places.size(); i++) {
        order.set(places.get(i), struck.get(i));
      }
    }
    return order;
  }

  private Optional<Fault> insideTheBroker(
      Operation operation, String entity, MessageContent content, Effect.Kind kind) {
    if (!armed()) {
      return Optional.empty();
    }
    Occasion occasion = new Occasion(operation, entity, content.sessionId());
    return faults.strike(
        operation,
        fault -> fault.effect().kind() == kind && fault.fits(occasion, FaultPoint.BEFORE_COMMIT));
  }
}
