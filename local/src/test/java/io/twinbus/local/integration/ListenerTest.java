package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.twinbus.local.network.Delay;
import io.twinbus.local.network.Latency;
import io.twinbus.local.network.Listener;
import io.twinbus.local.network.ListenerOptions;
import io.twinbus.local.network.Outage;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ListenerTest {
  private static final int PATIENCE_MILLIS = 10_000;

  private final Listener listener =
      Listener.open(
          new ListenerOptions(
              "echo",
              InetAddress.getLoopbackAddress(),
              0,
              1,
              null,
              pipeline -> pipeline.addLast(new Echo())));

  @AfterEach
  void stop() {
    listener.close();
  }

  @Test
  void inABlackHoleNothingAnswersAndWhatWasSentArrivesAfterwards() throws IOException {
    try (Socket before = connect()) {
      assertThat(echo(before, 1)).isEqualTo(1);

      listener.outage(Outage.BLACKHOLE);
      before.getOutputStream().write(2);
      before.setSoTimeout(200);
      assertThatThrownBy(() -> before.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      try (Socket during = connect()) {
        during.getOutputStream().write(3);
        listener.restore();

        before.setSoTimeout(PATIENCE_MILLIS);
        assertThat(before.getInputStream().read()).isEqualTo(2);
        assertThat(during.getInputStream().read()).isEqualTo(3);
      }
    }
  }

  @Test
  void eachDirectionHasADelayOfItsOwn() throws IOException {
    try (Socket socket = connect()) {
      assertThat(echo(socket, 1)).isEqualTo(1);
      Duration slow = Duration.ofMillis(400);
      Duration jitter = Duration.ofMillis(100);

      listener.latency(new Latency(new Delay(slow, jitter), Delay.NONE, 7));
      assertThatItTakesOneDelay(socket);
      listener.latency(new Latency(Delay.NONE, new Delay(slow, jitter), 7));
      assertThatItTakesOneDelay(socket);
    }
  }

  /** Both directions would take 800 ms each time. A busy machine may do so now and then. */
  private static void assertThatItTakesOneDelay(Socket socket) throws IOException {
    long millis = millisToEcho(socket);
    for (int again = 0; again < 20 && millis >= 800; again++) {
      millis = millisToEcho(socket);
    }
    assertThat(millis).isBetween(400L, 799L);
  }

  private static long millisToEcho(Socket socket) throws IOException {
    long start = System.nanoTime();
    assertThat(echo(socket, 5)).isEqualTo(5);
    return Duration.ofNanos(System.nanoTime() - start).toMillis();
  }

  @Test
  void aRefusedPortComesBackAgainAndAgain() throws IOException {
    for (int i = 0; i < 5; i++) {
      try (Socket open = connect()) {
        assertThat(echo(open, i)).isEqualTo(i);

        listener.outage(Outage.REFUSE);

        assertThatThrownBy(() -> echo(open, 2)).isInstanceOf(IOException.class);
        assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
      }
      listener.restore();
    }
    try (Socket after = connect()) {
      assertThat(echo(after, 9)).isEqualTo(9);
    }
  }

  @Test
  void aResetEndsOpenAndNewConnections() throws IOException {
    try (Socket open = connect()) {
      assertThat(echo(open, 1)).isEqualTo(1);
      listener.outage(Outage.RESET);

      assertThatThrownBy(() -> echo(open, 2)).isInstanceOf(SocketException.class);
    }
    assertThatThrownBy(
            () -> {
              try (Socket during = connect()) {
                echo(during, 3);
              }
            })
        .isInstanceOf(IOException.class);
  }

  @Test
  void bytesKeepTheirOrderWhileLatencyChanges() throws IOException {
    try (Socket socket = connect()) {
      for (int i = 0; i < 60; i++) {
        listener.latency(Duration.ofMillis(i % 3 == 0 ? 30 : i % 3));
        socket.getOutputStream().write(i);
      }
      for (int i = 0; i < 60; i++) {
        assertThat(socket.getInputStream().read()).isEqualTo(i);
      }
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), listener.port());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  private static int echo(Socket socket, int value) throws IOException {
    socket.getOutputStream().write(value);
    int answer = socket.getInputStream().read();
    if (answer < 0) {
      throw new SocketException("The connection was closed.");
    }
    return answer;
  }

  private static final class Echo extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      var unused = ctx.writeAndFlush(message);
    }
  }
}
