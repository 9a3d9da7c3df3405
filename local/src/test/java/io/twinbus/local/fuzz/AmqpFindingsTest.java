package io.twinbus.local.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What {@link AmqpFuzzTest} has found, frame by frame. */
@Isolated("it looks at the log")
class AmqpFindingsTest {

  private static final byte[] SASL_HEADER = {'A', 'M', 'Q', 'P', 3, 1, 0, 0};
  private static final byte[] AMQP_HEADER = {'A', 'M', 'Q', 'P', 0, 1, 0, 0};
  private static final int SASL_INIT = 0x41;
  private static final int SASL_OUTCOME = 0x44;
  private static final int OPEN = 0x10;
  private static final int BEGIN = 0x11;
  private static final int ATTACH = 0x12;
  private static final int SMALL_CODE = 0x53;
  private static final int NULL = 0x40;
  private static final int TRUE = 0x41;
  private static final int ZERO = 0x43;

  private final ServiceBusEndpoint endpoint =
      ServiceBusEndpoint.start(ServiceBusEndpointOptions.ofDefaults("east"));

  @AfterEach
  void stop() {
    endpoint.close();
  }

  /** The engine has no link to give for such a frame: it was an error of the endpoint's own. */
  @Test
  void aLinkUnderAHandleInUseEndsItsConnectionAloneAndIsNoErrorOfOurs() throws IOException {
    try (Complaints complaints = Complaints.listen();
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
      socket.setSoTimeout(60_000);
      OutputStream out = socket.getOutputStream();
      InputStream in = socket.getInputStream();
      out.write(SASL_HEADER);
      out.write(frame(1, SASL_INIT, 1, text(0xa3, "ANONYMOUS")));
      readUntil(in, SASL_OUTCOME);
      out.write(AMQP_HEADER);
      out.write(frame(0, OPEN, 1, text(0xa1, "hostile")));
      readUntil(in, OPEN);
      out.write(frame(0, BEGIN, 4, bytes(NULL, ZERO, 0x52, 100, 0x52, 100)));
      readUntil(in, BEGIN);
      out.write(frame(0, ATTACH, 3, text(0xa1, "first"), bytes(ZERO, TRUE)));
      readUntil(in, ATTACH);
      out.write(frame(0, ATTACH, 3, text(0xa1, "second"), bytes(ZERO, TRUE)));

      assertThat(in.readAllBytes()).as("the rest, up to the end of the connection").isNotNull();
      assertThat(complaints.errors()).isEmpty();
    }
    send();
    assertThat(endpoint.counts().get(0).active()).isEqualTo(1);
  }

  private void send() {
    try (ServiceBusSenderClient sender =
        new ServiceBusClientBuilder()
            .connectionString(endpoint.connectionString())
            .sender()
            .queueName("orders")
            .buildClient()) {
      sender.sendMessage(new ServiceBusMessage("body").setSessionId("s"));
    }
  }

  /** Reads until the endpoint has sent the performative {@code code}. */
  private static void readUntil(InputStream in, int code) throws IOException {
    int before = -1;
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (before == SMALL_CODE && next == code) {
        return;
      }
      before = next;
    }
    throw new AssertionError("The connection ended before performative " + code + ".");
  }

  /** A frame on channel 0 with the performative {@code code}, which has {@code count} fields. */
  private static byte[] frame(int type, int code, int count, byte[]... parts) {
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      fields.writeBytes(part);
    }
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.writeBytes(bytes(0, 0, 0, 14 + fields.size(), 2, type, 0, 0));
    frame.writeBytes(bytes(0, SMALL_CODE, code, 0xc0, fields.size() + 1, count));
    frame.writeBytes(fields.toByteArray());
    return frame.toByteArray();
  }

  private static byte[] text(int type, String value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(bytes(type, value.length()));
    out.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    return out.toByteArray();
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }
}
