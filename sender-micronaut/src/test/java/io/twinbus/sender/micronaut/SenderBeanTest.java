package io.twinbus.sender.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Factory;
import io.micronaut.test.extensions.junit5.annotation.MicronautTest;
import io.micronaut.test.support.TestPropertyProvider;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import io.twinbus.sender.Sender;
import io.twinbus.sender.Senders;
import io.twinbus.sender.message.OutboundMessage;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@MicronautTest(startApplication = false)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SenderBeanTest implements TestPropertyProvider {

  private static final Duration BOUND = Duration.ofSeconds(30);

  private final ServiceBusEndpoint east = start("east");
  private final ServiceBusEndpoint west = start("west");

  @Override
  public Map<String, String> getProperties() {
    return Map.of(
        "twinbus.regions.east.connection-string",
        east.connectionString(),
        "twinbus.regions.west.connection-string",
        west.connectionString(),
        "twinbus.sender.close-timeout",
        "20s",
        "twinbus.sender.max-in-flight-messages",
        "77");
  }

  private static ServiceBusEndpoint start(String region) {
    return ServiceBusEndpoint.start(
        ServiceBusEndpointOptions.ofDefaults(region)
            .withQueues(
                QueueSettings.sessionQueue("orders"), QueueSettings.sessionQueue("payments")));
  }

  @AfterAll
  void stop() {
    east.close();
    west.close();
  }

  @Test
  void sendsToTheConfiguredRegionsAndReportsToTheApplicationsRegistry(
      Sender sender, MeterRegistry registry) {
    assertThat(
            sender
                .send(OutboundMessage.of("s", "1").body("b").build())
                .thenCompose(receipt -> receipt.inAllRegions())
                .orTimeout(BOUND.toMillis(), TimeUnit.MILLISECONDS)
                .join()
                .isComplete())
        .isTrue();

    assertThat(registry.find("twinbus.sender.copies").functionCounters()).isNotEmpty();
  }

  @Test
  void closesWithTheContext() {
    Sender sender;
    try (ApplicationContext context = ApplicationContext.run(Map.copyOf(getProperties()))) {
      sender = context.getBean(Sender.class);
    }

    assertThat(sender.send(OutboundMessage.of("s", "2").build())).isCompletedExceptionally();
  }

  @Test
  void eachQueueHasItsSenderAndAllCloseWithTheContext() throws Exception {
    Map<String, Object> settings = new HashMap<>(getProperties());
    settings.put("twinbus.queues.orders.queue", "orders");
    settings.put("twinbus.queues.payments.queue", "payments");
    Sender orders;
    Sender payments;
    try (ApplicationContext context = ApplicationContext.run(settings)) {
      Senders senders = context.getBean(Senders.class);
      orders = senders.of("orders");
      payments = senders.of("payments");
      assertThat(senders.of("orders")).isSameAs(orders).isNotSameAs(payments);
      assertThat(senders.queues()).containsExactly("orders", "payments");
      orders.sendAndWait(OutboundMessage.of("s", "o").build());
      payments.sendAndWait(OutboundMessage.of("s", "p").build());
      assertThatThrownBy(() -> senders.of("parcels"))
          .hasMessage("There is no queue 'parcels': the configuration has orders, payments.");
      assertThatThrownBy(() -> context.getBean(Sender.class))
          .hasMessageContaining("say which one is meant, with Senders.of(queue)");
    }

    assertThat(orders.send(OutboundMessage.of("s", "2").build())).isCompletedExceptionally();
    assertThat(payments.send(OutboundMessage.of("s", "2").build())).isCompletedExceptionally();
  }

  @Test
  void theSenderBeanIsTheOneOfTheOnlyQueue() {
    try (ApplicationContext context = ApplicationContext.run(Map.copyOf(getProperties()))) {
      Senders senders = context.getBean(Senders.class);

      assertThat(context.getBean(Sender.class)).isSameAs(senders.of(senders.queues().first()));
    }
  }

  @Test
  void namesAMistakeInTheConfiguration() {
    Map<String, Object> wrong =
        Map.of(
            "twinbus.regions.east.namespace", "east.example.net",
            "twinbus.sender.lanes", "many");
    try (ApplicationContext context = ApplicationContext.run(wrong)) {
      assertThatThrownBy(() -> context.getBean(Sender.class))
          .hasMessageContaining("twinbus.sender.lanes is 'many'");
    }
  }

  @Test
  void refusesAnUnknownName() {
    Map<String, Object> misspelt =
        Map.of(
            "twinbus.regions.east.namespace", "east.example.net",
            "twinbus.sender.max-blocks", "1s");
    try (ApplicationContext context = ApplicationContext.run(misspelt)) {
      assertThatThrownBy(() -> context.getBean(Sender.class))
          .hasMessageContaining("twinbus.sender.max-blocks is no setting");
    }
  }

  @Factory
  static final class Registry {

    @Singleton
    MeterRegistry registry() {
      return new SimpleMeterRegistry();
    }
  }
}
