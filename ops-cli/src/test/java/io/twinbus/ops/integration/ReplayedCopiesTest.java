package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.local.servicebus.faults.Effect;
import io.twinbus.local.servicebus.faults.Fault;
import io.twinbus.local.servicebus.faults.FaultCondition;
import io.twinbus.local.servicebus.faults.Operation;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which copies a replay puts into which queue. No receiver runs, so what is sent stays there. */
class ReplayedCopiesTest {

  private static final Duration DELAY = Duration.ofHours(1);

  @AutoClose private final Site site = new Site();
  private final Map<String, String> environment = site.environment();

  @BeforeEach
  void set() {
    environment.put("TWINBUS_HOME", "east");
    environment.put("TWINBUS_STANDBY_DELAY", DELAY.toHours() + "h");
  }

  @Test
  void aMessageWithACopyInEachRegionIsSentOnceToEach() throws Exception {
    dead("s", "east", "west");

    JsonNode done = replay("s");

    assertThat(done.get("sent").asInt()).isEqualTo(1);
    assertThat(done.get("copiesRemoved").asInt()).isEqualTo(2);
    assertThat(site.counts("east").unsettled()).isEqualTo(1);
    assertThat(site.counts("west").unsettled()).isEqualTo(1);
    assertThat(site.counts("east").deadLettered() + site.counts("west").deadLettered()).isZero();
  }

  @Test
  void theHomeRegionHasItAtOnceAndTheOtherAfterTheStandbyDelay() throws Exception {
    dead("s", "west");
    Instant before = Instant.now();

    replay("s");

    assertThat(site.counts("east").active()).isEqualTo(1);
    assertThat(site.counts("west").scheduled()).isEqualTo(1);
    assertThat(site.counts("west").active()).isZero();
    assertThat(oldest("west").getScheduledEnqueueTime().toInstant())
        .isBetween(before.plus(DELAY).truncatedTo(ChronoUnit.MILLIS), Instant.now().plus(DELAY));
  }

  @Test
  void aLetterThatNoRegionTakesStaysWhereItIs() throws Exception {
    dead("s", "east", "west");
    refuseSends("east");
    refuseSends("west");

    Site.Answer refused = run("s");
    JsonNode document = new ObjectMapper().readTree(refused.out());

    assertThat(refused.code()).as(refused.err()).isEqualTo(6);
    assertThat(document.get("sent").asInt()).isZero();
    assertThat(document.get("copiesRemoved").asInt()).isZero();
    assertThat(document.get("failed").asInt()).isEqualTo(2);
    for (String region : new String[] {"east", "west"}) {
      assertThat(site.counts(region).deadLettered()).as(region).isEqualTo(1);
      assertThat(site.counts(region).unsettled()).as(region).isZero();
    }

    site.stack.heal();
    assertThat(replay("s").get("sent").asInt()).isEqualTo(1);
    assertThat(site.counts("east").active()).isEqualTo(1);
  }

  @Test
  void whileTheHomeRegionRefusesItTheOtherHasItAtOnce() throws Exception {
    dead("s", "west");
    refuseSends("east");

    Site.Answer partial = run("s");

    assertThat(partial.code()).as(partial.err()).isEqualTo(6);
    assertThat(site.counts("west").active()).isEqualTo(1);
    assertThat(site.counts("west").scheduled()).isZero();
    assertThat(site.counts("west").deadLettered()).isZero();
  }

  private void dead(String session, String... regions) {
    site.send(session, 1, regions);
    for (String region : regions) {
      site.kill(session, region);
      assertThat(site.counts(region).deadLettered()).isEqualTo(1);
    }
  }

  private void refuseSends(String region) {
    int unused =
        site.stack
            .region(region)
            .faults()
            .inject(
                Fault.before(Operation.SEND, Effect.fail(FaultCondition.QUOTA_EXCEEDED))
                    .times(1_000));
  }

  private ServiceBusReceivedMessage oldest(String region) {
    try (ServiceBusSessionReceiverClient receivers =
            new ServiceBusClientBuilder()
                .connectionString(site.stack.connectionString(region))
                .sessionReceiver()
                .queueName("orders")
                .disableAutoComplete()
                .buildClient();
        ServiceBusReceiverClient receiver = receivers.acceptSession("s")) {
      return receiver.peekMessage();
    }
  }

  private JsonNode replay(String session) throws Exception {
    return run(session).json();
  }

  private Site.Answer run(String session) {
    return site.run(
        environment,
        "dlq",
        "replay",
        "--session",
        session,
        "--reason",
        "mended",
        "--yes",
        "-o",
        "json");
  }
}
