package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.twinbus.local.LocalStack;
import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.QueueSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A broker that is there and of no use: a receiver says so, and goes on by itself afterwards. */
class BrokerTroubleTest {

  private static final Duration BOUND = Duration.ofMinutes(1);

  private final Applied applied = new Applied();
  private LocalStack stack;
  private TestRegion east;

  @BeforeEach
  void start() throws Exception {
    stack = LocalStack.builder().start();
    east = new TestRegion(stack, "east", applied, (who, fact) -> {});
    send("before", 3);
    await().atMost(BOUND).until(() -> applied.count() == 3);
  }

  @AfterEach
  void stop() {
    east.close();
    stack.close();
  }

  @Test
  void aConnectionThatDeliversNothingIsMadeAnewAndNothingIsRepeated() {
    assertThat(stack.region("east").faults().silence()).isPositive();

    for (int n = 0; n < 10; n++) {
      send("s" + n, 3);
    }

    await().atMost(BOUND).until(() -> applied.count() == 33);
    await().atMost(BOUND).until(() -> unsettled() == 0);
    assertThat(east.broker().rebuilt()).isPositive();
    for (int n = 0; n < 10; n++) {
      assertThat(applied.of("s" + n)).isEqualTo(oneTo(3));
    }
    assertThat(east.receiver().status().load().handlerCalls()).isEqualTo(33);
  }

  @Test
  void aDisabledQueueIsNamedAndServedAgainWhenItIsEnabled() {
    stack.region("east").status("orders", EntityStatus.RECEIVE_DISABLED);

    await().atMost(BOUND).until(() -> trouble().contains("is disabled"));
    assertThat(trouble()).contains("'orders'").contains("east").endsWith(".");
    send("after", 2);
    stack.region("east").status("orders", EntityStatus.ACTIVE);

    awaitAfter(2);
  }

  @Test
  void aDeletedQueueIsNamedAndServedAgainWhenItIsThere() {
    stack.region("east").delete("orders");

    await().atMost(BOUND).until(() -> trouble().contains("does not exist"));
    stack.region("east").create(QueueSettings.sessionQueue("orders"));
    send("after", 2);

    awaitAfter(2);
  }

  @Test
  void changedSettingsAndClosedConnectionsAreSurvived() {
    stack.region("east").update(QueueSettings.sessionQueue("orders").withMaxDeliveryCount(20));
    send("after", 2);
    awaitAfter(2);

    assertThat(stack.region("east").faults().closeConnections()).isPositive();
    send("later", 2);

    await().atMost(BOUND).until(() -> applied.of("later").equals(oneTo(2)));
  }

  private void awaitAfter(int last) {
    await().atMost(BOUND).until(() -> applied.of("after").equals(oneTo(last)));
    await().atMost(BOUND).until(() -> trouble().isEmpty());
  }

  private String trouble() {
    return east.receiver().status().regionTrouble().orElse("");
  }

  private void send(String session, int count) {
    List<ServiceBusMessage> messages = new ArrayList<>(Sent.messages(session, count, "east"));
    Sent.send(stack.connectionString("east"), messages);
  }

  private int unsettled() {
    return stack.region("east").counts().get(0).unsettled();
  }

  private static List<Long> oneTo(int last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }
}
