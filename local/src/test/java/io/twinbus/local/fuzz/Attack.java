package io.twinbus.local.fuzz;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How many conversations are spoilt, from which seed, for how long at most. */
record Attack(int iterations, long seed, Duration bound) {
  private static final Logger LOG = LoggerFactory.getLogger(Attack.class);
  private static final int SILENCE_MS = 8;

  /** As the properties {@code fuzz.iterations} and {@code fuzz.seed} say. */
  static Attack of(String what, int iterations, Duration bound) {
    Attack attack =
        new Attack(
            Integer.getInteger("fuzz.iterations", iterations),
            Long.getLong("fuzz.seed", 20_240),
            Integer.getInteger("fuzz.iterations") == null ? bound : Duration.ofHours(1));
    System.out.printf(
        "Fuzzing %s: replay with -Dfuzz.seed=%d -Dfuzz.iterations=%d.%n",
        what, attack.seed(), attack.iterations());
    return attack;
  }

  /** Makes the bytes of one iteration. */
  interface Spoilt {
    byte[] bytes(Mutation mutation);
  }

  /** Sends each spoilt conversation over a connection of its own; answers how many. */
  int strike(int port, Spoilt spoilt) throws IOException {
    long end = System.nanoTime() + bound.toNanos();
    int done = 0;
    while (done < iterations && System.nanoTime() < end) {
      byte[] bytes = spoilt.bytes(new Mutation(seed + done));
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.setSoTimeout(SILENCE_MS);
        say(socket, bytes);
      }
      done++;
    }
    return done;
  }

  /** Says it and listens until the endpoint closes, or has nothing more to say. */
  private static void say(Socket socket, byte[] bytes) {
    byte[] buffer = new byte[65_536];
    try {
      socket.getOutputStream().write(bytes);
      int read = 0;
      while (read >= 0) {
        read = socket.getInputStream().read(buffer);
      }
    } catch (SocketTimeoutException e) {
      LOG.trace("The endpoint waits for more.", e);
    } catch (IOException e) {
      LOG.trace("The endpoint has closed.", e);
    }
  }
}
