package io.twinbus.local.integration;

import static io.twinbus.local.integration.ServiceBusClients.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServiceBusHostileClientTest {
  private static final int ROUNDS = 200;
  private static final byte[] AMQP_HEADER = {'A', 'M', 'Q', 'P', 0, 1, 0, 0};
  private static final int SASL_INIT = 0x41;
  private static final int SASL_OUTCOME = 0x44;
  private static final int SMALL_CODE = 0x53;
  private static final int OPEN = 0x10;
  private static final int BEGIN = 0x11;
  private static final int ATTACH = 0x12;

  /** How many fields of each performative this client sends. */
  private static final Map<Integer, Integer> FIELDS =
      Map.of(SASL_INIT, 1, OPEN, 1, BEGIN, 4, ATTACH, 3);

  private static final int NULL = 0x40;
  private static final int TRUE = 0x41;
  private static final int ZERO = 0x43;
  private static final byte[] SASL_HEADER = {'A', 'M', 'Q', 'P', 3, 1, 0, 0};

  private final ServiceBusEndpoint endpoint =
      ServiceBusEndpoint.start(ServiceBusEndpointOptions.ofDefaults("east"));

  @AfterEach
  void stop() {
    endpoint.close();
  }

  @Test
  void goesOnServingWhenClientsSendGarbage() throws IOException {
    Random random = new Random(7);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] garbage = new byte[random.nextInt(512)];
      random.nextBytes(garbage);
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
        if (round % 2 == 0) {
          socket.getOutputStream().write(SASL_HEADER);
        }
        socket.getOutputStream().write(garbage);
      }
    }
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

      try (ServiceBusClients clients = new ServiceBusClients(endpoint)) {
        clients.sender("orders").sendMessage(message("s1", "m1"));
      }
    }
    assertThat(endpoint.counts().get(0).active()).isEqualTo(1);
  }

  /** What a fuzzer found: the engine has no link to give for such a frame. */
  @Test
  void aLinkUnderAHandleInUseEndsItsConnectionAlone() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
      socket.setSoTimeout(60_000);
      OutputStream out = socket.getOutputStream();
      InputStream in = socket.getInputStream();
      out.write(SASL_HEADER);
      out.write(frame(1, SASL_INIT, symbol("ANONYMOUS")));
      readUntil(in, SASL_OUTCOME);
      out.write(AMQP_HEADER);
      out.write(frame(0, OPEN, text("hostile")));
      readUntil(in, OPEN);
      out.write(frame(0, BEGIN, bytes(NULL, ZERO, 0x52, 100, 0x52, 100)));
      readUntil(in, BEGIN);
      out.write(frame(0, ATTACH, text("first"), bytes(ZERO, TRUE)));
      readUntil(in, ATTACH);
      out.write(frame(0, ATTACH, text("second"), bytes(ZERO, TRUE)));

      assertThat(in.readAllBytes()).as("the rest, up to the end of the connection").isNotNull();
    }
    try (ServiceBusClients clients = new ServiceBusClients(endpoint)) {
      clients.sender("orders").sendMessage(message("s1", "m1"));
    }
    assertThat(endpoint.counts().get(0).active()).isEqualTo(1);
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

  /** A frame on channel 0 with the performative {@code code}, whose fields are {@code parts}. */
  private static byte[] frame(int type, int code, byte[]... parts) {
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      fields.writeBytes(part);
    }
    int count = FIELDS.get(code);
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    int size = 8 + 3 + 3 + fields.size();
    frame.writeBytes(bytes(0, 0, size >> 8, size, 2, type, 0, 0));
    frame.writeBytes(bytes(0x00, SMALL_CODE, code, 0xc0, fields.size() + 1, count));
    frame.writeBytes(fields.toByteArray());
    return frame.toByteArray();
  }

  private static byte[] symbol(String value) {
    return withLength(0xa3, value);
  }

  private static byte[] text(String value) {
    return withLength(0xa1, value);
  }

  private static byte[] withLength(int type, String value) {
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
