package io.twinbus.proving.killtest;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/** Sends to one session and settles what it receives from it, in every way there is. */
final class QueueWorker extends Worker {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int MAX_BATCH = 10;

  private final RawClients clients;
  private final String session;
  private final Expectations expectations;
  private final Random random;
  private int sent;
  private int inQueue;

  QueueWorker(
      RawClients clients,
      String session,
      Expectations expectations,
      Random random,
      AtomicBoolean killed) {
    super("queue " + session, killed);
    this.clients = clients;
    this.session = session;
    this.expectations = expectations;
    this.random = random;
  }

  @Override
  void work() {
    try (ServiceBusSenderClient sender = clients.sender();
        ServiceBusSessionReceiverClient sessions = clients.sessions();
        ServiceBusReceiverClient receiver = sessions.acceptSession(session)) {
      for (int step = 1; goesOn(); step++) {
        switch (random.nextInt(8)) {
          case 0 -> schedule(sender);
          case 1 -> setState(receiver, session + " step " + step);
          case 2, 3, 4 -> send(sender);
          default -> receive(receiver);
        }
      }
    }
  }

  private void send(ServiceBusSenderClient sender) {
    List<ServiceBusMessage> batch = new ArrayList<>();
    for (int i = random.nextInt(MAX_BATCH); i >= 0; i--) {
      batch.add(message());
    }
    List<String> ids = batch.stream().map(ServiceBusMessage::getMessageId).toList();
    expectations.underWay(ids, MessagePlace.NOWHERE, MessagePlace.ACTIVE);
    sender.sendMessages(batch);
    expectations.acknowledged(ids, MessagePlace.ACTIVE);
    inQueue += batch.size();
  }

  private void schedule(ServiceBusSenderClient sender) {
    ServiceBusMessage message = message();
    List<String> id = List.of(message.getMessageId());
    expectations.underWay(id, MessagePlace.NOWHERE, MessagePlace.SCHEDULED);
    long number = sender.scheduleMessage(message, OffsetDateTime.now(ZoneOffset.UTC).plusHours(1));
    expectations.acknowledged(id, MessagePlace.SCHEDULED);
    if (random.nextBoolean()) {
      expectations.underWay(id, MessagePlace.SCHEDULED, MessagePlace.NOWHERE);
      sender.cancelScheduledMessage(number);
      expectations.acknowledged(id, MessagePlace.NOWHERE);
    }
  }

  private void setState(ServiceBusReceiverClient receiver, String state) {
    String name = clients.stateName(session);
    expectations.underWay(name, state);
    receiver.setSessionState(state.getBytes(StandardCharsets.UTF_8));
    expectations.acknowledged(name, state);
  }

  private void receive(ServiceBusReceiverClient receiver) {
    if (inQueue == 0) {
      return;
    }
    int wanted = Math.min(inQueue, MAX_BATCH);
    for (ServiceBusReceivedMessage message : receiver.receiveMessages(wanted, PATIENCE)) {
      inQueue--;
      settle(receiver, message);
    }
  }

  private void settle(ServiceBusReceiverClient receiver, ServiceBusReceivedMessage message) {
    List<String> id = List.of(message.getMessageId());
    switch (random.nextInt(6)) {
      case 0 -> {
        expectations.underWay(id, MessagePlace.ACTIVE, MessagePlace.DEFERRED);
        receiver.defer(message);
        expectations.acknowledged(id, MessagePlace.DEFERRED);
      }
      case 1 -> {
        expectations.underWay(id, MessagePlace.ACTIVE, MessagePlace.DEAD);
        receiver.deadLetter(message);
        expectations.acknowledged(id, MessagePlace.DEAD);
      }
      case 2 -> {
        receiver.abandon(message);
        inQueue++;
      }
      default -> {
        expectations.underWay(id, MessagePlace.ACTIVE, MessagePlace.NOWHERE);
        receiver.complete(message);
        expectations.acknowledged(id, MessagePlace.NOWHERE);
      }
    }
  }

  private ServiceBusMessage message() {
    String id = session + "-" + ++sent;
    return new ServiceBusMessage("body of " + id).setMessageId(id).setSessionId(session);
  }
}
