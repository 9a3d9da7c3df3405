package io.twinbus.local.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.local.LocalStack;
import io.twinbus.local.network.ConnectionLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that connect and say nothing, or too little, are dropped. */
@Timeout(60)
class SilentClientsTest {
  private static final int PATIENCE_MILLIS = 20_000;
  private static final byte[] SASL = {'A', 'M', 'Q', 'P', 3, 1, 0, 0};

  private final LocalStack stack =
      LocalStack.builder()
          .connectionLimits(
              ConnectionLimits.defaults()
                  .withSilence(Duration.ofMillis(400))
                  .withIdle(Duration.ofMillis(800)))
          .start();

  @AfterEach
  void stop() {
    stack.close();
  }

  @Test
  void oneThatSaysNothingIsDroppedOnBothPorts() throws IOException {
    try (Socket amqp = connect(stack.region("east").port());
        Socket http = connect(stack.ledger().port())) {
      assertThat(whatItHears(amqp)).isZero();
      assertThat(whatItHears(http)).isZero();
    }
  }

  @Test
  void oneThatBeginsAndDoesNotEndIsDropped() throws IOException {
    try (Socket amqp = connect(stack.region("east").port());
        Socket http = connect(stack.ledger().port())) {
      amqp.getOutputStream().write(SASL);
      http.getOutputStream().write(ascii("POST /dbs HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"));

      // It hears the endpoint's own greeting, and then the end.
      assertThat(whatItHears(amqp)).isLessThan(200);
      assertThat(whatItHears(http)).isZero();
    }
  }

  @Test
  void anOpenConnectionThatIsSilentBeyondItsIdleTimeIsClosed() throws IOException {
    List<byte[]> opening = opening();
    try (Socket amqp = connect(stack.region("east").port())) {
      for (byte[] piece : opening) {
        amqp.getOutputStream().write(piece);
      }

      assertThat(whatItHears(amqp)).isPositive();
    }
  }

  @Test
  void aKeptConnectionMayBeSilentBetweenRequests() throws IOException {
    try (Socket http = connect(stack.ledger().port())) {
      byte[] request = ascii("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
      http.getOutputStream().write(request);
      assertThat(http.getInputStream().read()).isEqualTo('H');

      http.setSoTimeout(1_000);
      assertThat(endsWithin(http)).isFalse();
      http.getOutputStream().write(request);
      http.setSoTimeout(PATIENCE_MILLIS);
      assertThat(http.getInputStream().read()).isEqualTo('H');
    }
  }

  /** How the SDK opens a connection: both protocol headers, its mechanism, and the open frame. */
  private List<byte[]> opening() throws IOException {
    int port = stack.region("east").port();
    try (RecordingProxy proxy = new RecordingProxy(port);
        ServiceBusSenderClient sender =
            new ServiceBusClientBuilder()
                .connectionString(
                    stack.connectionString("east").replace(":" + port, ":" + proxy.port()))
                .sender()
                .queueName("orders")
                .buildClient()) {
      sender.sendMessage(new ServiceBusMessage("one").setSessionId("s1"));
      return Frames.of(proxy.recordings().get(0)).subList(0, 4);
    }
  }

  private static boolean endsWithin(Socket socket) throws IOException {
    byte[] buffer = new byte[65_536];
    try {
      int read = 0;
      while (read >= 0) {
        read = socket.getInputStream().read(buffer);
      }
      return true;
    } catch (SocketTimeoutException e) {
      assertThat(e).isNotNull();
      return false;
    }
  }

  /** How many bytes come before the end of the stream; fails if it does not end. */
  private static int whatItHears(Socket socket) throws IOException {
    return socket.getInputStream().readAllBytes().length;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static Socket connect(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }
}
