package io.twinbus.receiver.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusMessage;
import io.twinbus.protocol.Headers;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What is the SDK's own; what every broker must do is in the contract suites of the testkit. */
@Execution(ExecutionMode.CONCURRENT)
class ServiceBusBrokerTest {

  @AutoClose private final BrokerOfEast east = new BrokerOfEast();

  @Test
  void aDeliverySaysWhatTheSenderWrote() throws Exception {
    ServiceBusMessage message = Sent.message("a", 1, "east").setSubject("order.created");
    message.getApplicationProperties().put("colour", "red");
    east.send(List.of(message));

    Delivery delivery = firstOf(east.accepted());

    assertThat(delivery.headers()).isInstanceOf(ParsedHeaders.Sequenced.class);
    assertThat(delivery.message().session().value()).isEqualTo("a");
    assertThat(delivery.message().body().utf8()).isEqualTo("a 1");
    assertThat(delivery.message().envelope().subject()).isEqualTo("order.created");
    assertThat(delivery.message().properties()).containsOnlyKeys("colour");
  }

  @Test
  void aLongSessionIdIsKnownByItsOriginal() throws Exception {
    String path = "src/" + "x".repeat(300);
    east.send(Sent.messages(path, 1, "east"));

    BrokerSession session = east.accepted();

    assertThat(session.session().value()).isEqualTo(path);
    assertThat(firstOf(session).message().id().value()).isEqualTo(path + "-1");
  }

  @Test
  void aMessageOfAnotherSenderIsForeign() throws Exception {
    east.send(List.of(new ServiceBusMessage("hello").setSessionId("a").setMessageId("m1")));

    Delivery delivery = firstOf(east.accepted());

    assertThat(delivery.headers()).isEqualTo(new ParsedHeaders.Foreign());
    assertThat(delivery.message().id().value()).isEqualTo("m1");
  }

  @Test
  void aBodyAboveTheBoundIsLeftOutAndItsCopyMalformed() throws Exception {
    east.send(List.of(withBody(1, BrokerOfEast.MAX_BODY), withBody(2, BrokerOfEast.MAX_BODY + 1)));

    List<Delivery> deliveries = deliveriesOf(east.accepted(), 2);

    assertThat(deliveries.get(0).headers()).isInstanceOf(ParsedHeaders.Sequenced.class);
    assertThat(deliveries.get(0).message().body().size()).isEqualTo(BrokerOfEast.MAX_BODY);
    assertThat(malformed(deliveries.get(1)))
        .contains("The body has 4097 bytes, and twinbus.receiver.max-body allows 4096");
    assertThat(deliveries.get(1).message().body().size()).isZero();
  }

  @Test
  void tooManyPropertiesAreLeftOutAndTheirCopyIsMalformed() throws Exception {
    ServiceBusMessage most = Sent.message("a", 1, "east");
    ServiceBusMessage more = Sent.message("a", 2, "east");
    fill(most, 256);
    fill(more, 257);
    east.send(List.of(most, more));

    List<Delivery> deliveries = deliveriesOf(east.accepted(), 2);

    assertThat(deliveries.get(0).headers()).isInstanceOf(ParsedHeaders.Sequenced.class);
    assertThat(malformed(deliveries.get(1)))
        .isEqualTo("The message has 257 application properties, and a receiver takes 256 at most.");
    assertThat(deliveries.get(1).message().properties()).isEmpty();
  }

  @Test
  void longPropertiesAreLeftOutAndTheirCopyIsMalformed() throws Exception {
    ServiceBusMessage message = Sent.message("a", 1, "east");
    message.getApplicationProperties().put("long", "x".repeat(65_536));
    east.send(List.of(message));

    Delivery delivery = firstOf(east.accepted());

    assertThat(malformed(delivery)).contains("and a receiver takes 65536 at most");
    assertThat(delivery.message().properties()).isEmpty();
  }

  @Test
  void anIdAboveTheBoundMakesItsCopyMalformedAndIsNotRepeated() throws Exception {
    ServiceBusMessage message = Sent.message("a", 1, "east");
    message.getApplicationProperties().put(Headers.MESSAGE, "4711-".repeat(300));
    east.send(List.of(message));

    Delivery delivery = firstOf(east.accepted());

    assertThat(malformed(delivery)).contains("longer than 1,024 characters").doesNotContain("4711");
  }

  private static String malformed(Delivery delivery) {
    assertThat(delivery.headers()).isInstanceOf(ParsedHeaders.Malformed.class);
    return ((ParsedHeaders.Malformed) delivery.headers()).reason();
  }

  private static ServiceBusMessage withBody(long seq, int size) {
    ServiceBusMessage like = Sent.message("a", seq, "east");
    ServiceBusMessage message =
        new ServiceBusMessage(BinaryData.fromBytes(new byte[size]))
            .setMessageId(like.getMessageId())
            .setSessionId(like.getSessionId());
    message.getApplicationProperties().putAll(like.getApplicationProperties());
    return message;
  }

  private static void fill(ServiceBusMessage message, int size) {
    for (int i = message.getApplicationProperties().size(); i < size; i++) {
      message.getApplicationProperties().put("p" + i, i);
    }
  }

  private static List<Delivery> deliveriesOf(BrokerSession session, int count) {
    Listening heard = Listening.to(session);
    session.receive(count);
    await().atMost(BrokerOfEast.BOUND).until(() -> heard.delivered.size() == count);
    return heard.delivered;
  }

  @Test
  void closingWaitsForSettlementsUnderWay() throws Exception {
    east.send(Sent.messages("a", 20, "east"));
    BrokerSession session = east.accepted();
    Listening heard = Listening.to(session);
    session.receive(20);
    await().atMost(BrokerOfEast.BOUND).until(() -> heard.delivered.size() == 20);

    heard.delivered.forEach(
        delivery -> {
          var unused = session.settle(delivery, new Settlement.Complete());
        });
    session.close().toCompletableFuture().get(60, TimeUnit.SECONDS);

    await()
        .atMost(BrokerOfEast.BOUND)
        .untilAsserted(() -> assertThat(east.counts().unsettled()).isZero());
  }

  private static Delivery firstOf(BrokerSession session) {
    Listening heard = Listening.to(session);
    session.receive(1);
    await().atMost(BrokerOfEast.BOUND).until(() -> !heard.delivered.isEmpty());
    return heard.delivered.get(0);
  }
}
