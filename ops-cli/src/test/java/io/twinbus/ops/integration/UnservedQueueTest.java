package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.LocalStack;
import io.twinbus.local.servicebus.QueueSettings;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What commands say of a queue that no receiver serves, beside one that receivers do. */
class UnservedQueueTest {

  private static final String SENTENCE =
      "No receiver at work serves the queue 'payments': its messages wait at the broker, in their"
          + " order. Start one that does, or add the queue to the receivers' configuration.";

  @AutoClose private static Site site;

  @BeforeAll
  static void start() throws Exception {
    site =
        new Site(
            LocalStack.builder()
                .queues(
                    QueueSettings.sessionQueue("orders"), QueueSettings.sessionQueue("payments"))
                .start());
    run("ledger", "init", "--yes");
    site.receiver("east");
    site.receiver("west");
  }

  @Test
  void theDoctorWarnsOfIt() {
    await("the ledger answers each of its questions in time")
        .atMost(Duration.ofSeconds(90))
        .untilAsserted(
            () ->
                assertThat(run("doctor", "--read-only").out())
                    .containsPattern("receivers east +GOOD +1 at work")
                    .containsPattern(
                        "receivers of payments +WARNING +No receiver at work serves it")
                    .doesNotContain("receivers of orders"));
  }

  @Test
  void regionsCountThoseThatServeTheQueueAndSayThatNoneDoes() throws Exception {
    Site.Answer answer = run("regions");
    JsonNode json = new ObjectMapper().readTree(run("regions", "--output", "json").out());

    assertThat(answer.out())
        .containsPattern("east +orders +OPEN +1 ")
        .containsPattern("west +orders +OPEN +1 ")
        .containsPattern("east +payments +OPEN +0 ")
        .containsPattern("west +payments +OPEN +0 ");
    assertThat(answer.err()).contains(SENTENCE);
    assertThat(json.findValuesAsText("receivers")).containsExactly("1", "1", "0", "0");
    assertThat(run("regions", "--queue", "orders").err()).doesNotContain("payments");
  }

  @Test
  void instancesSayIt() {
    assertThat(run("instances").err()).contains(SENTENCE);
  }

  @Test
  void theWatchShowsItFirst() {
    assertThat(run("watch").out()).containsPattern("(?s)payments +NO RECEIVER .*orders +UP ");
  }

  private static Site.Answer run(String... arguments) {
    Map<String, String> environment = new TreeMap<>(site.environment());
    environment.remove("TWINBUS_QUEUE");
    environment.put("TWINBUS_QUEUES_ORDERS_QUEUE", "orders");
    environment.put("TWINBUS_QUEUES_PAYMENTS_QUEUE", "payments");
    return site.run(environment, arguments);
  }
}
