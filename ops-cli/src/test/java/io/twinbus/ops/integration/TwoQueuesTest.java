package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.LocalStack;
import io.twinbus.local.servicebus.QueueSettings;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What commands show of a process with two queues, when it is the second that is in trouble. */
class TwoQueuesTest {

  @AutoClose private static Site site;

  @BeforeAll
  static void start() {
    site =
        new Site(
            LocalStack.builder()
                .queues(
                    QueueSettings.sessionQueue("orders"), QueueSettings.sessionQueue("payments"))
                .start());
    run("ledger", "init", "--yes");
    deadLetterIn("payments");
  }

  @Test
  void theDoctorLooksForDeadLettersOfEachQueue() {
    Site.Answer answer = run("doctor", "--read-only");

    assertThat(answer.out())
        .containsPattern("region east orders +GOOD +It answers, and has no dead letters")
        .containsPattern("region east payments +WARNING +It answers, and has 1 dead letters")
        .containsPattern("region west payments +GOOD");
  }

  @Test
  void aRegionIsPausedForTheDoctorOnlyIfAllItsQueuesAre() {
    run("pause", "--queue", "orders", "--for", "10m", "--reason", "repair", "--yes");
    String one = run("doctor", "--read-only").out();
    run("pause", "--for", "10m", "--reason", "repair", "--yes");
    String all = run("doctor", "--read-only").out();
    run("resume", "--yes");
    run("resume", "--queue", "orders", "--yes");

    assertThat(one).doesNotContainPattern("receivers east +WARNING +0 alive, and paused");
    assertThat(all).containsPattern("receivers east +WARNING +0 alive, and paused");
  }

  @Test
  void regionsAreShownForAllQueuesOrForTheOneThatIsNamed() throws Exception {
    Site.Answer all = run("regions");
    Site.Answer one = run("regions", "--queue", "payments");
    JsonNode json = new ObjectMapper().readTree(run("regions", "--output", "json").out());

    assertThat(all.code()).as(all.err()).isZero();
    assertThat(all.out())
        .containsPattern("REGION +QUEUE +STATE")
        .containsPattern("east +orders .* 0\\R")
        .containsPattern("east +payments .* 1\\R")
        .containsPattern("west +payments .* 0\\R");
    assertThat(one.out()).contains("payments").doesNotContain("orders");
    assertThat(json.findValuesAsText("queue"))
        .containsExactly("orders", "orders", "payments", "payments");
  }

  @Test
  void theWatchHasARowForEachQueueOrIsAboutTheOneThatIsNamed() throws Exception {
    Site.Answer all = run("watch");
    Site.Answer one = run("watch", "--queue", "payments");
    JsonNode json = new ObjectMapper().readTree(run("watch", "--output", "jsonl").out());

    assertThat(all.code()).as(all.err()).isZero();
    assertThat(all.out())
        .containsPattern("QUEUE +HANDLER +ENDED/S +LAG +WAITING +SCHEDULED +DEAD LETTERS")
        .containsPattern("payments +NO RECEIVER +\\? +- +0 +0 +1\\R")
        .containsPattern("orders +NO RECEIVER +\\? +- +0 +0 +0\\R")
        .doesNotContain("sessions:");
    assertThat(one.out()).contains("sessions:").doesNotContain("orders ");
    assertThat(json.findValuesAsText("queue")).containsExactly("orders", "payments");
    assertThat(json.at("/queues/1/deadLetters").asInt()).isEqualTo(1);
    assertThat(json.has("sessions")).isFalse();
  }

  @Test
  void aCommandAboutOneQueueSeesNothingOfTheOther() throws Exception {
    site.create(SampleRecords.explicit("kept"));

    assertThat(run("sessions", "list", "--queue", "orders").out()).contains("kept");
    assertThat(run("sessions", "list", "--queue", "payments").out()).doesNotContain("kept");
    assertThat(run("sessions", "show", "kept", "--queue", "orders").code()).isZero();
    assertThat(run("sessions", "show", "kept", "--queue", "payments").code()).isEqualTo(3);
    assertThat(run("dlq", "show", "m", "--queue", "payments").code()).isZero();
    assertThat(run("dlq", "show", "m", "--queue", "orders").code()).isEqualTo(3);
    assertThat(run("dlq", "list", "--queue", "payments", "-o", "json").out()).contains("\"m\"");
    assertThat(run("dlq", "list", "--queue", "orders", "-o", "json").out()).doesNotContain("\"m\"");
  }

  private static Site.Answer run(String... arguments) {
    Map<String, String> environment = new TreeMap<>(site.environment());
    environment.remove("TWINBUS_QUEUE");
    environment.put("TWINBUS_QUEUES_ORDERS_QUEUE", "orders");
    environment.put("TWINBUS_QUEUES_PAYMENTS_QUEUE", "payments");
    return site.run(environment, arguments);
  }

  private static void deadLetterIn(String queue) {
    ServiceBusClientBuilder east =
        new ServiceBusClientBuilder().connectionString(site.stack.connectionString("east"));
    try (ServiceBusSenderClient sender = east.sender().queueName(queue).buildClient();
        ServiceBusSessionReceiverClient receivers =
            east.sessionReceiver().queueName(queue).disableAutoComplete().buildClient()) {
      sender.sendMessage(new ServiceBusMessage("one").setMessageId("m").setSessionId("s"));
      try (ServiceBusReceiverClient receiver = receivers.acceptSession("s")) {
        receiver.deadLetter(receiver.receiveMessages(1).iterator().next());
      }
    }
  }
}
