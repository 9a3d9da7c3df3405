package io.twinbus.local.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import io.twinbus.local.network.ConnectionLimits;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.io.IOException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Spoils a conversation of the real SDK, recorded in the test itself. */
@Isolated("it looks at the threads of this JVM, and at the log")
class AmqpFuzzTest {
  private static final int ITERATIONS = 400;
  private static final Duration BOUND = Duration.ofSeconds(8);
  private static final Duration WAIT = Duration.ofSeconds(10);

  private final ServiceBusEndpoint endpoint =
      ServiceBusEndpoint.start(
          ServiceBusEndpointOptions.ofDefaults("east")
              .withLimits(
                  ConnectionLimits.defaults()
                      .withSilence(Duration.ofSeconds(2))
                      .withIdle(Duration.ofSeconds(2))));

  @AfterEach
  void stop() {
    endpoint.close();
  }

  @Test
  @Timeout(600)
  void spoiltConversationsHarmNobodyElse() throws IOException {
    List<List<byte[]>> conversations = record();
    long threads = threads();
    Attack attack = Attack.of("AMQP", ITERATIONS, BOUND);

    try (Complaints complaints = Complaints.listen()) {
      int done =
          attack.strike(
              endpoint.port(),
              mutation -> mutation.spoil(conversations.get(mutation.choose(conversations.size()))));

      assertThat(done).isGreaterThanOrEqualTo(Math.min(50, attack.iterations()));
      Awaitility.await().atMost(WAIT).until(() -> endpoint.listener().connections() == 0);
      EntityCounts left = endpoint.counts().get(0);
      assertThat(left.lockedSessions()).isZero();
      assertThat(left.locked()).isZero();
      assertThat(threads()).isEqualTo(threads);
      endpoint.faults().vanish(null);
      converse(endpoint.connectionString());
      System.gc();
      assertThat(complaints.errors()).isEmpty();
    }
  }

  /** Every conversation is long enough to be worth spoiling: an open alone meets no entity. */
  private List<List<byte[]>> record() throws IOException {
    List<List<byte[]>> conversations = new ArrayList<>();
    try (RecordingProxy proxy = new RecordingProxy(endpoint.port())) {
      converse(endpoint.connectionString().replace(":" + endpoint.port(), ":" + proxy.port()));
      for (byte[] recording : proxy.recordings()) {
        conversations.add(Frames.of(recording));
      }
    }
    assertThat(conversations).anyMatch(frames -> frames.size() > 30);
    return conversations;
  }

  private static void converse(String connectionString) {
    ServiceBusClientBuilder builder =
        new ServiceBusClientBuilder()
            .connectionString(connectionString)
            .retryOptions(new AmqpRetryOptions().setTryTimeout(WAIT).setMaxRetries(0));
    try (ServiceBusSenderClient sender = builder.sender().queueName("orders").buildClient();
        ServiceBusSessionReceiverClient sessions =
            builder.sessionReceiver().disableAutoComplete().queueName("orders").buildClient()) {
      sender.sendMessages(List.of(message("m1"), message("m2"), message("m3"), message("m4")));
      long number =
          sender.scheduleMessage(message("later"), OffsetDateTime.now(ZoneOffset.UTC).plusHours(1));
      sender.cancelScheduledMessage(number);
      try (ServiceBusReceiverClient session = sessions.acceptNextSession()) {
        session.setSessionState(new byte[] {1, 2, 3});
        assertThat(session.getSessionState()).hasSize(3);
        assertThat(session.peekMessages(4)).hasSize(4);
        List<ServiceBusReceivedMessage> got =
            new ArrayList<>(session.receiveMessages(4, WAIT).stream().toList());
        while (got.size() < 4) {
          got.addAll(session.receiveMessages(4 - got.size(), WAIT).stream().toList());
        }
        session.complete(got.get(0));
        session.deadLetter(got.get(1));
        session.defer(got.get(2));
        session.abandon(got.get(3));
        session.renewSessionLock();
        session.setSessionState(null);
      }
    }
  }

  private static ServiceBusMessage message(String id) {
    return new ServiceBusMessage("body of " + id).setMessageId(id).setSessionId("s1");
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("local-"))
        .count();
  }
}
