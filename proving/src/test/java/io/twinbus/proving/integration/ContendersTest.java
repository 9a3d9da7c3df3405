package io.twinbus.proving.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import io.twinbus.local.LocalStack;
import io.twinbus.local.control.ControlClient;
import io.twinbus.local.junit.LocalStackTest;
import io.twinbus.protocol.Secret;
import io.twinbus.proving.bench.baseline.BatchSends;
import io.twinbus.proving.bench.baseline.Inversions;
import io.twinbus.proving.bench.baseline.OneByOneSends;
import io.twinbus.proving.bench.baseline.PipelinedSends;
import io.twinbus.proving.bench.baseline.SessionProcessing;
import io.twinbus.proving.bench.contest.Contender;
import io.twinbus.proving.bench.contest.Workload;
import io.twinbus.proving.bench.product.ProductSettings;
import io.twinbus.proving.bench.product.TwinbusDraining;
import io.twinbus.proving.bench.product.TwinbusReceiving;
import io.twinbus.proving.bench.product.TwinbusSends;
import io.twinbus.rehearsal.stack.Endpoints;
import io.twinbus.rehearsal.stack.LedgerContainer;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each contender does one small lap, so that none of them rots. */
@LocalStackTest
class ContendersTest {

  private static final String QUEUE = "orders";
  private static final Workload SMALL = new Workload(4, 20, Workload.SMALL);

  private final LocalStack stack;
  private final String east;

  ContendersTest(LocalStack stack) {
    this.stack = stack;
    LedgerContainer.create(URI.create(stack.ledgerEndpoint()), new Secret(stack.ledgerKey()));
    this.east = stack.connectionString("east");
  }

  @BeforeEach
  void empty() {
    ControlClient control = new ControlClient(stack.controlUrl());
    control.empty("east", null);
    control.empty("west", null);
  }

  @Test
  void rawSendsReachOneRegion() {
    assertLap(new OneByOneSends(east, QUEUE, SMALL));
    assertThat(Inversions.count(east, QUEUE)).isZero();
    assertThat(unsettled("east")).isEqualTo(20);

    assertLap(new PipelinedSends(east, QUEUE, SMALL, 5));
    assertLap(new BatchSends(east, QUEUE, SMALL));
    assertThat(unsettled("east")).isEqualTo(60);
    assertThat(unsettled("west")).isZero();
  }

  @Test
  void theProductsSendsReachBothInOrder() {
    Map<String, String> settings = Map.of();

    assertLap(new TwinbusSends(ProductSettings.of(endpoints(), settings), SMALL));

    assertThat(unsettled("east")).isEqualTo(20);
    assertThat(unsettled("west")).isEqualTo(20);
    assertThat(Inversions.count(east, QUEUE)).isZero();
  }

  @Test
  void anInversionIsCountedAndACopyThatComesAgainIsNone() {
    try (ServiceBusSenderClient sender =
        new ServiceBusClientBuilder()
            .connectionString(east)
            .sender()
            .queueName(QUEUE)
            .buildClient()) {
      for (String id : List.of("m-0", "m-2", "m-1", "m-2", "m-0", "m-3")) {
        sender.sendMessage(new ServiceBusMessage(id).setMessageId(id).setSessionId("one session"));
      }
    }

    assertThat(Inversions.count(east, QUEUE)).as("1 behind 2").isEqualTo(1);
  }

  @Test
  void theProductReceivesWhatItHasSentAndItsCopiesAreDrained() {
    Map<String, String> settings =
        Map.of("twinbus.region", "east", "twinbus.home", "east", "twinbus.standby-delay", "1ms");

    assertLap(
        new TwinbusReceiving(
            ProductSettings.of(endpoints(), settings), SMALL, () -> unsettled("east")));
    assertThat(unsettled("east")).isZero();

    Map<String, String> west = new HashMap<>(settings);
    west.put("twinbus.region", "west");
    TwinbusDraining.run(ProductSettings.of(endpoints(), west), () -> unsettled("west"));
    assertThat(unsettled("west")).isZero();
  }

  @Test
  void theSessionProcessorCompletesWhatWasPrepared() {
    assertLap(
        new SessionProcessing(
            east, QUEUE, SMALL, new SessionProcessing.Tuning(4, 0, Duration.ofMillis(200))));

    assertThat(unsettled("east")).isZero();
  }

  private static void assertLap(Contender contender) {
    try (contender) {
      contender.prepare(0);
      assertThat(contender.run(0).perSecond()).isPositive();
    }
  }

  private Endpoints endpoints() {
    return Endpoints.parse(stack.toJson());
  }

  private int unsettled(String region) {
    return stack.region(region).counts().stream().mapToInt(count -> count.unsettled()).sum();
  }
}
