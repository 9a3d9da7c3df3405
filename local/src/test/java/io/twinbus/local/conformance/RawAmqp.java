package io.twinbus.local.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.amqp.messaging.Target;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
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
 * <p>Without TLS and with a token that nobody signed, so for the local endpoint and Microsoft's
 * emulator only. Not thread-safe.
 */
public final class RawAmqp implements AutoCloseable {
  private static final int READ_TIMEOUT_MS = 60_000;
  private static final int BUFFER_BYTES = 64 * 1024;

  private final Socket socket;
  private final Transport transport = Proton.transport();
  private final Connection connection = Proton.connection();
  private final Session session;
  private int names;

  private RawAmqp(Socket socket, Consumer<Sasl> login) {
    this.socket = socket;
    Sasl sasl = transport.sasl();
    sasl.client();
    login.accept(sasl);
    connection.setContainer("raw");
    connection.setHostname("localhost");
    transport.bind(connection);
    connection.open();
    session = connection.session();
    session.open();
    await(() -> session.getRemoteState() == EndpointState.ACTIVE);
  }

  /** Connects to a port of this machine, with a claim to the whole namespace. */
  public static RawAmqp connect(int port) {
    RawAmqp client = anonymous(port);
    client.claim("");
    return client;
  }

  /** Connects to a port of this machine, and claims nothing. */
  public static RawAmqp anonymous(int port) {
    return connect(port, sasl -> sasl.setMechanisms("ANONYMOUS"));
  }

  /** Connects with the name of a key and the key, as JMS clients do. */
  public static RawAmqp plain(int port, String keyName, String key) {
    return connect(port, sasl -> sasl.plain(keyName, key));
  }

  private static RawAmqp connect(int port, Consumer<Sasl> login) {
    try {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(READ_TIMEOUT_MS);
      return new RawAmqp(socket, login);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Claims an entity with a token; empty: the whole namespace. */
  public void claim(String entity) {
    Object status =
        putToken(entity, "SharedAccessSignature sr=any&sig=any&se=1&skn=any")
            .getApplicationProperties()
            .getValue()
            .get("statusCode");
    if (!Integer.valueOf(202).equals(status)) {
      throw new IllegalStateException("The token was answered with " + status + ".");
    }
  }

  /** Brings a token for an entity, and returns the answer. */
  public Message putToken(String entity, String token) {
    Map<String, Object> properties =
        Map.of(
            "operation", "put-token",
            "type", "servicebus.windows.net:sastoken",
            "name", "amqp://localhost/" + entity);
    return exchange("$cbs", properties, token);
  }

  /** Attaches a link to send on, and answers with the error that it is refused with. */
  public ErrorCondition refusedSender(String address, Map<Symbol, Object> properties) {
    Sender link = openSender(address, SenderSettleMode.UNSETTLED, properties);
    await(() -> link.getRemoteState() == EndpointState.CLOSED);
    return link.getRemoteCondition();
  }

  /** Attaches a link to receive on, and answers with the error that it is refused with. */
  public ErrorCondition refusedReceiver(String address, Map<Symbol, Object> properties) {
    Receiver link = session.receiver("receiver-" + ++names);
    Source source = new Source();
    source.setAddress(address);
    link.setSource(source);
    link.setTarget(new Target());
    link.setProperties(properties);
    link.open();
    await(() -> link.getRemoteState() == EndpointState.CLOSED);
    return link.getRemoteCondition();
  }

  /** Attaches a link to send on that says what it is for, and returns its first credit. */
  public int acceptedSender(String address, Map<Symbol, Object> properties) {
    Sender link = openSender(address, SenderSettleMode.UNSETTLED, properties);
    await(() -> link.getCredit() > 0);
    return link.getCredit();
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

  /** Does nothing until the endpoint closes the connection, and answers with the reason. */
  public ErrorCondition idleUntilClosed() {
    await(() -> connection.getRemoteState() == EndpointState.CLOSED);
    return connection.getRemoteCondition();
  }

  /** Asks an entity's management node and returns its answer. */
  public Message request(String entity, String operation, Map<String, Object> body) {
    return exchange(entity + "/$management", Map.of("operation", operation), body);
  }

  private Message exchange(String node, Map<String, Object> properties, Object body) {
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
    request.setApplicationProperties(new ApplicationProperties(properties));
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
    Sender link = openSender(address, mode, Map.of());
    await(() -> link.getCredit() > 0);
    return link;
  }

  private Sender openSender(String address, SenderSettleMode mode, Map<Symbol, Object> properties) {
    Sender link = session.sender("sender-" + ++names);
    Source source = new Source();
    source.setAddress(link.getName());
    Target target = new Target();
    target.setAddress(address);
    link.setSource(source);
    link.setTarget(target);
    link.setSenderSettleMode(mode);
    link.setProperties(properties);
    link.open();
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
