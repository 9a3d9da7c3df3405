package io.twinbus.local.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.amqp.messaging.Target;
import org.apache.qpid.proton.amqp.transport.SenderSettleMode;
import org.apache.qpid.proton.engine.Connection;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sasl;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.engine.Session;
import org.apache.qpid.proton.engine.Transport;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * A plain AMQP 1.0 client over a blocking socket, for what the SDK has no call for.
 *
 * <p>Without TLS and tokens, so for the local endpoint and Microsoft's emulator only. Not
 * thread-safe.
 */
public final class RawAmqp implements AutoCloseable {
  private static final int READ_TIMEOUT_MS = 5_000;
  private static final int BUFFER_BYTES = 64 * 1024;

  private final Socket socket;
  private final Transport transport = Proton.transport();
  private final Connection connection = Proton.connection();
  private final Session session;
  private int names;

  private RawAmqp(Socket socket) {
    this.socket = socket;
    Sasl sasl = transport.sasl();
    sasl.client();
    sasl.setMechanisms("ANONYMOUS");
    connection.setContainer("raw");
    connection.setHostname("localhost");
    transport.bind(connection);
    connection.open();
    session = connection.session();
    session.open();
    await(() -> session.getRemoteState() == EndpointState.ACTIVE);
  }

  /** Connects to a port of this machine. */
  public static RawAmqp connect(int port) {
    try {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(READ_TIMEOUT_MS);
      return new RawAmqp(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a message that counts as settled when it is sent, and awaits that the link lives on. */
  public void sendPresettled(String address, Message message) {
    Sender link = sender(address, SenderSettleMode.SETTLED);
    Delivery delivery = transfer(link, message);
    delivery.settle();
    // The answer to the detach comes after the transfer was taken in.
    link.close();
    await(() -> link.getRemoteState() == EndpointState.CLOSED);
  }

  /** Asks an entity's management node and returns its answer. */
  public Message request(String entity, String operation, Map<String, Object> body) {
    String node = entity + "/$management";
    Sender requests = sender(node, SenderSettleMode.UNSETTLED);
    Receiver replies = session.receiver("replies-" + ++names);
    Source source = new Source();
    source.setAddress(node);
    Target target = new Target();
    target.setAddress("reply-" + names);
    replies.setSource(source);
    replies.setTarget(target);
    replies.open();
    replies.flow(1);
    await(() -> replies.getRemoteState() == EndpointState.ACTIVE);
    Message request = Proton.message();
    request.setMessageId("request-" + names);
    request.setReplyTo("reply-" + names);
    request.setApplicationProperties(new ApplicationProperties(Map.of("operation", operation)));
    request.setBody(new AmqpValue(body));
    transfer(requests, request);
    await(() -> complete(replies.current()));
    byte[] bytes = new byte[replies.current().pending()];
    replies.recv(bytes, 0, bytes.length);
    Message reply = Proton.message();
    reply.decode(bytes, 0, bytes.length);
    return reply;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean complete(@Nullable Delivery delivery) {
    return delivery != null && delivery.isReadable() && !delivery.isPartial();
  }

  private Sender sender(String address, SenderSettleMode mode) {
    Sender link = session.sender("sender-" + ++names);
    Source source = new Source();
    source.setAddress(link.getName());
    Target target = new Target();
    target.setAddress(address);
    link.setSource(source);
    link.setTarget(target);
    link.setSenderSettleMode(mode);
    link.open();
    await(() -> link.getCredit() > 0);
    return link;
  }

  private Delivery transfer(Sender link, Message message) {
    byte[] bytes = new byte[BUFFER_BYTES];
    int length = message.encode(bytes, 0, bytes.length);
    Delivery delivery = link.delivery(("tag-" + ++names).getBytes(StandardCharsets.UTF_8));
    link.send(bytes, 0, length);
    link.advance();
    return delivery;
  }

  /** Exchanges bytes until this holds; each read waits for a bounded time. */
  private void await(BooleanSupplier condition) {
    try {
      write();
      while (!condition.getAsBoolean()) {
        byte[] bytes = new byte[Math.min(BUFFER_BYTES, transport.capacity())];
        int count = socket.getInputStream().read(bytes);
        if (count < 0) {
          throw new IllegalStateException("The endpoint has closed the connection.");
        }
        transport.tail().put(ByteBuffer.wrap(bytes, 0, count));
        transport.process();
        write();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write() throws IOException {
    int pending = transport.pending();
    while (pending > 0) {
      byte[] bytes = new byte[pending];
      transport.head().get(bytes);
      transport.pop(pending);
      socket.getOutputStream().write(bytes);
      pending = transport.pending();
    }
  }
}
