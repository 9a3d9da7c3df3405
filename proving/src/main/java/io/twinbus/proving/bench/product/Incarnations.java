package io.twinbus.proving.bench.product;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Producers that send one message to a session and are started anew, as senders would. */
public final class Incarnations implements AutoCloseable {

  private static final int LIST = 100;

  private final ServiceBusSenderClient sender;
  private final RegionName home;
  private final String session;
  private StreamId stream = new StreamId(UUID.randomUUID().toString());
  private long seq;

  /** Producers to {@code session} in {@code queue}, in the region that is its home. */
  public Incarnations(String connectionString, String queue, RegionName home, String session) {
    this(
        new ServiceBusClientBuilder()
            .connectionString(connectionString)
            .sender()
            .queueName(queue)
            .buildClient(),
        home,
        session);
  }

  private Incarnations(ServiceBusSenderClient sender, RegionName home, String session) {
    this.sender = sender;
    this.home = home;
    this.session = session;
  }

  /** Others, to another session, over the same link: it is closed with these. */
  public Incarnations of(String other) {
    return new Incarnations(sender, home, other);
  }

  /** The session. */
  public String session() {
    return session;
  }

  /** So many producers send a message each, one after the other. */
  public void send(int producers) {
    List<ServiceBusMessage> list = new ArrayList<>();
    for (int n = 0; n < producers; n++) {
      begin();
      list.add(next());
      if (list.size() == LIST || n == producers - 1) {
        sender.sendMessages(list);
        list.clear();
      }
    }
  }

  /** A new producer sends its first message. */
  public void sendFirst() {
    begin();
    sender.sendMessage(next());
  }

  /** The producer at work sends another message. */
  public void sendNext() {
    sender.sendMessage(next());
  }

  private void begin() {
    stream = new StreamId(UUID.randomUUID().toString());
    seq = 0;
  }

  private ServiceBusMessage next() {
    Instant now = Instant.now();
    SequencedHeaders headers =
        new SequencedHeaders(
            new Position(stream, seq + 1, seq), seq == 0 ? null : now, home, now, null);
    seq++;
    ServiceBusMessage message =
        new ServiceBusMessage("x").setMessageId(stream + "-" + seq).setSessionId(session);
    message.getApplicationProperties().putAll(headers.toProperties());
    return message;
  }

  @Override
  public void close() {
    sender.close();
  }
}
