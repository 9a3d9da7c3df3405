package io.twinbus.local.conformance.servicebus;

import static io.twinbus.local.conformance.ServiceBusUser.message;
import static io.twinbus.local.conformance.ServiceBusUser.messages;
import static io.twinbus.local.conformance.ServiceBusUser.one;
import static io.twinbus.local.conformance.ServiceBusUser.refusal;
import static io.twinbus.local.conformance.ServiceBusUser.some;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusMessageBatch;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.local.conformance.RawAmqp;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.conformance.ServiceBusTarget;
import io.twinbus.local.conformance.ServiceBusUser;
import io.twinbus.local.servicebus.QueueSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.message.Message;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@RuleSet(
    value = "Service Bus: sends",
    notEmulated = {
      "transactions, and sends via another entity",
      "partitioned entities; partition keys are kept and mean nothing",
    })
class SendRulesTest {
  @RegisterExtension
  static final ServiceBusTarget BUS =
      ServiceBusTarget.with(QueueSettings.plainQueue("jobs"), QueueSettings.sessionQueue("orders"));

  // Refused by an entity with sessions.
  private static final ServiceBusMessage BAD = message("without a session");

  @Rule(
      id = "sb-send-settled",
      text = "Each of many sends on the wire at once gets its own acceptance or refusal.",
      doc = Pages.SETTLEMENT)
  void settlesEachPipelinedSendByItself() {
    String session = BUS.fresh("s");
    ServiceBusSenderAsyncClient sender =
        BUS.user().keep(BUS.user().builder().sender().queueName("orders").buildAsyncClient());

    List<String> outcomes =
        Flux.range(0, 10)
            .flatMapSequential(
                n ->
                    sender
                        .sendMessage(n == 4 ? BAD : message(session, "m" + n))
                        .thenReturn("accepted")
                        .onErrorResume(ServiceBusException.class, e -> Mono.just("refused")),
                10)
            .collectList()
            .block(ServiceBusUser.SOON);

    assertThat(outcomes).hasSize(10);
    assertThat(outcomes.indexOf("refused")).isEqualTo(4);
    assertThat(outcomes.lastIndexOf("refused")).isEqualTo(4);
    assertThat(some(BUS.user().accept("orders", session), 9)).hasSize(9);
  }

  @Rule(
      id = "sb-send-refusal",
      text = "A refusal carries an error and a text with a tracking id, and says whether to retry.",
      doc = Pages.SETTLEMENT)
  void namesARefusalSoThatItCanBeFound() {
    ServiceBusSenderClient sender = BUS.user().sender("orders");

    ServiceBusException refused = refusal(() -> sender.sendMessage(BAD));

    assertThat(refused.getMessage()).contains("TrackingId:").contains("Timestamp:");
    assertThat(refused.isTransient()).isFalse();
  }

  @Rule(
      id = "sb-send-presettled",
      text = "A transfer that the sender has settled is taken in without an answer.",
      doc = Pages.SETTLEMENT)
  void takesInPresettledTransfers() {
    Message sent = Proton.message();
    sent.setMessageId("m1");
    sent.setBody(new AmqpValue("fire and forget"));

    try (RawAmqp raw = RawAmqp.connect(BUS.local().port())) {
      raw.sendPresettled("jobs", sent);
    }

    assertThat(one(BUS.user().receiver("jobs")).getMessageId()).isEqualTo("m1");
  }

  @Rule(
      id = "sb-batch-atomic",
      text = "A batch is accepted or refused as a whole.",
      doc = Pages.PROTOCOL)
  void takesInABatchAsAWholeOrNotAtAll() {
    String session = BUS.fresh("s");
    ServiceBusSenderClient sender = BUS.user().sender("orders");

    refusal(() -> sender.sendMessages(List.of(message(session, "1"), BAD, message(session, "3"))));
    sender.sendMessages(List.of(message(session, "4"), message(session, "5")));

    assertThat(some(BUS.user().accept("orders", session), 2))
        .extracting(ServiceBusReceivedMessage::getMessageId)
        .containsExactly("4", "5");
  }

  @Rule(
      id = "sb-batch-size",
      text =
          "A sender learns the largest message that the entity takes and fills a batch up to it.",
      doc = Pages.QUOTAS)
  void fillsABatchUpToTheLinksSize() {
    ServiceBusSenderClient sender = BUS.user().sender("jobs");
    ServiceBusMessageBatch batch = sender.createMessageBatch();
    int count = 0;
    String kilobyte = "x".repeat(1024);
    while (batch.tryAddMessage(new ServiceBusMessage(kilobyte).setMessageId("m" + count))) {
      count++;
    }

    sender.sendMessages(batch);

    assertThat(batch.getMaxSizeInBytes()).isGreaterThanOrEqualTo(256 * 1024);
    assertThat(batch.getSizeInBytes()).isLessThanOrEqualTo(batch.getMaxSizeInBytes());
    List<ServiceBusReceivedMessage> got = some(BUS.user().taker("jobs"), count);
    assertThat(got.get(count - 1).getMessageId()).isEqualTo("m" + (count - 1));
  }

  @Rule(
      id = "sb-sequence-numbers",
      text = "The broker numbers messages in the order of arrival, increasing and without gaps.",
      doc = Pages.SEQUENCING)
  void numbersMessagesWithoutGaps() {
    String session = BUS.fresh("s");
    ServiceBusSenderClient sender = BUS.user().sender("orders");
    sender.sendMessages(messages(session, 2));
    refusal(() -> sender.sendMessage(BAD));
    sender.sendMessage(message(session, "3"));

    List<Long> numbers = new ArrayList<>();
    for (ServiceBusReceivedMessage got : some(BUS.user().accept("orders", session), 3)) {
      numbers.add(got.getSequenceNumber());
    }

    long first = numbers.get(0);
    assertThat(numbers).containsExactly(first, first + 1, first + 2);
  }

  @Rule(
      id = "sb-enqueued-time",
      text = "The broker stamps each message with the time of its arrival.",
      doc = Pages.SEQUENCING)
  void stampsTheTimeOfArrival() {
    BUS.user().sender("jobs").sendMessage(message("1"));

    ServiceBusReceivedMessage got = one(BUS.user().taker("jobs"));

    assertThat(Duration.between(got.getEnqueuedTime().toInstant(), BUS.now()).abs())
        .isLessThan(Duration.ofSeconds(30));
  }

  @Rule(
      id = "sb-payload",
      text = "Body and properties reach the receiver as they were sent; the broker reads no body.",
      doc = Pages.PAYLOADS)
  void carriesBodyAndPropertiesUnchanged() {
    byte[] body = {0, -1, 127, 10};
    ServiceBusMessage sent =
        new ServiceBusMessage(BinaryData.fromBytes(body))
            .setMessageId("m1")
            .setCorrelationId("c1")
            .setSubject("subject")
            .setContentType("text/plain")
            .setTo("to")
            .setReplyTo("there")
            .setReplyToSessionId("there-session")
            .setPartitionKey("p1")
            .setTimeToLive(Duration.ofHours(1));
    sent.getApplicationProperties().put("long", 42L);
    sent.getApplicationProperties().put("text", "\u00fc");
    sent.getApplicationProperties().put("flag", true);
    BUS.user().sender("jobs").sendMessage(sent);

    ServiceBusReceivedMessage got = one(BUS.user().taker("jobs"));

    assertThat(got.getBody().toBytes()).isEqualTo(body);
    assertThat(got.getMessageId()).isEqualTo("m1");
    assertThat(got.getCorrelationId()).isEqualTo("c1");
    assertThat(got.getSubject()).isEqualTo("subject");
    assertThat(got.getContentType()).isEqualTo("text/plain");
    assertThat(got.getTo()).isEqualTo("to");
    assertThat(got.getReplyTo()).isEqualTo("there");
    assertThat(got.getReplyToSessionId()).isEqualTo("there-session");
    assertThat(got.getPartitionKey()).isEqualTo("p1");
    assertThat(got.getTimeToLive()).isEqualTo(Duration.ofHours(1));
    assertThat(got.getApplicationProperties())
        .containsEntry("long", 42L)
        .containsEntry("text", "\u00fc")
        .containsEntry("flag", true);
  }

  @Rule(
      id = "sb-session-id-ignored",
      text = "An entity without sessions takes messages with a session id and ignores it.",
      doc = Pages.PAYLOADS)
  void ignoresASessionIdWhereThereAreNoSessions() {
    BUS.user().sender("jobs").sendMessage(message("s1", "1"));

    ServiceBusReceiverClient receiver = BUS.user().receiver("jobs");

    assertThat(one(receiver).getSessionId()).isEqualTo("s1");
  }
}
