package io.twinbus.local.clients;

import static io.twinbus.local.clients.Bus.message;
import static io.twinbus.local.clients.Bus.take;
import static io.twinbus.local.clients.Bus.takeOne;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.messaging.servicebus.ServiceBusProcessorClient;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SessionsTest {
  private final Bus bus = new Bus();

  @BeforeEach
  void empty() {
    LocalProcess.shared().reset();
  }

  @AfterEach
  void close() {
    bus.close();
  }

  @Test
  void aSessionHasItsMessagesInOrderAndItsState() {
    ServiceBusSessionReceiverClient sessions = bus.sessions("orders");
    bus.sender("orders")
        .sendMessages(List.of(message("A", "1"), message("B", "2"), message("A", "3")));

    ServiceBusReceiverClient a = bus.keep(sessions.acceptSession("A"));
    assertThat(take(a, 2))
        .extracting(ServiceBusReceivedMessage::getMessageId)
        .containsExactly("1", "3");
    a.setSessionState("step 7".getBytes(StandardCharsets.UTF_8));
    assertThat(a.getSessionState()).asString(StandardCharsets.UTF_8).isEqualTo("step 7");
    assertThat(a.renewSessionLock()).isAfter(OffsetDateTime.now(ZoneOffset.UTC));

    ServiceBusReceiverClient next = bus.keep(sessions.acceptNextSession());
    assertThat(next.getSessionId()).isEqualTo("B");
    assertThat(takeOne(next).getMessageId()).isEqualTo("2");
  }

  @Test
  void aSessionThatIsHeldIsRefused() {
    bus.keep(bus.sessions("orders").acceptSession("held"));

    assertThatThrownBy(() -> bus.sessions("orders").acceptSession("held"))
        .hasStackTraceContaining("The requested session 'held' cannot be accepted");
  }

  @Test
  void aProcessorKeepsTheOrderOfEachSession() throws Exception {
    CountDownLatch given = new CountDownLatch(20);
    Map<String, Queue<String>> bySession = new ConcurrentHashMap<>();
    ServiceBusProcessorClient processor =
        bus.keep(
            Bus.builder()
                .sessionProcessor()
                .queueName("orders")
                .maxConcurrentSessions(3)
                .processMessage(
                    context -> {
                      ServiceBusReceivedMessage message = context.getMessage();
                      bySession
                          .computeIfAbsent(
                              message.getSessionId(), id -> new ConcurrentLinkedQueue<>())
                          .add(message.getMessageId());
                      given.countDown();
                    })
                .processError(error -> {})
                .buildProcessorClient());
    processor.start();

    ServiceBusSenderClient sender = bus.sender("orders");
    for (int n = 0; n < 20; n++) {
      sender.sendMessage(message("s" + n % 2, "m" + n));
    }

    assertThat(given.await(2 * Bus.SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(bySession.get("s0")).startsWith("m0", "m2", "m4").hasSize(10).endsWith("m18");
    assertThat(bySession.get("s1")).startsWith("m1", "m3", "m5").hasSize(10).endsWith("m19");
  }
}
