package io.twinbus.receiver.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Requires;
import io.twinbus.ledger.InstanceId;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.handler.BlockingHandler;
import io.twinbus.receiver.handler.HttpHandler;
import io.twinbus.receiver.listener.SessionListener;
import io.twinbus.receiver.process.JdkServer;
import io.twinbus.receiver.region.HandledQueue;
import io.twinbus.receiver.region.ReceiverSettings;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Which handler each of several queues has. */
class HandlerChoiceTest {

  private static final Duration BOUND = Duration.ofSeconds(60);

  private final Map<String, String> settings =
      new TreeMap<>(
          Map.of(
              "twinbus.region", "east",
              "twinbus.regions.east.namespace", "east.example.net",
              "twinbus.ledger.endpoint", "https://ledger.example.net",
              "twinbus.queues.orders.queue", "orders",
              "twinbus.queues.payments.queue", "payments"));

  @Singleton
  @Requires(property = "handlers", value = "named")
  static final class Payments {

    @SessionListener("payments")
    void on(String body) {}
  }

  @Singleton
  @Named("orders")
  @Requires(property = "bean", value = "named")
  static final class Orders implements SessionHandler {

    @Override
    public CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
      return CompletableFuture.completedFuture(new HandlerOutcome.Completed());
    }
  }

  @Singleton
  @Requires(property = "handlers", value = "unnamed")
  static final class Anything {

    @SessionListener
    void on(String body) {}
  }

  @Test
  void aQueueMayHaveAnEndpointAndAnotherOneAMethod() {
    settings.put("twinbus.queues.orders.http.url", "http://127.0.0.1:9/orders");

    List<HandledQueue> queues = choose("handlers", "named");

    assertThat(queues)
        .extracting(each -> each.settings().queue())
        .containsExactly("orders", "payments");
    assertThat(queues.get(0).handler()).isInstanceOf(HttpHandler.class);
    assertThat(queues.get(1).handler()).isInstanceOf(BlockingHandler.class);
  }

  @Test
  void aBeanIsForTheQueueThatItIsNamedAfter() {
    List<HandledQueue> queues = choose("bean", "named", "handlers", "named");

    assertThat(queues).hasSize(2).allMatch(each -> each.handler() instanceof BlockingHandler);
  }

  @Test
  void theBeanOfTheOneQueueMayHaveAnyName() {
    settings.remove("twinbus.queues.orders.queue");

    List<HandledQueue> queues = choose("bean", "named");

    assertThat(queues).extracting(each -> each.settings().queue()).containsExactly("payments");
  }

  @Test
  void oneEndpointMayServeAllQueues() {
    settings.put("twinbus.receiver.http.url", "http://127.0.0.1:9/all");

    assertThat(choose()).allMatch(each -> each.handler() instanceof HttpHandler);
  }

  @Test
  void aQueueWithoutAHandlerIsNamed() {
    assertMistake(
        "There is no handler for the queue orders: set twinbus.queues.orders.http.url, or provide a"
            + " bean with a @SessionListener(\"orders\") method.",
        "handlers",
        "named");
  }

  @Test
  void aQueueWithTwoHandlersIsNamed() {
    settings.put("twinbus.receiver.http.url", "http://127.0.0.1:9/all");

    assertMistake(
        "There is more than one handler for the queue payments: keep one of its http.url, a"
            + " @SessionListener(\"payments\") method or a SessionHandler bean.",
        "handlers",
        "named");
  }

  @Test
  void aMethodThatNamesNoneOfSeveralQueuesIsRefused() {
    assertMistake(
        "Anything.on does not say which queue it is for: name one of orders, payments, as in"
            + " @SessionListener(\"orders\").",
        "handlers",
        "unnamed");
  }

  @Test
  void aMethodForAQueueThatThereIsNotIsRefused() {
    settings.remove("twinbus.queues.payments.queue");

    assertMistake(
        "Payments.on is for the queue 'payments': the configuration has orders.",
        "handlers",
        "named");
  }

  @Test
  void twoSubscriptionsOfOneTopicAreTwoSources() throws IOException {
    List<String> sources = new CopyOnWriteArrayList<>();
    HttpServer server = JdkServer.create();
    server.createContext(
        "/",
        exchange -> {
          sources.add(exchange.getRequestHeaders().getFirst("ce-source"));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    try {
      settings.keySet().removeIf(key -> key.startsWith("twinbus.queues."));
      for (String subscription : List.of("audit", "billing")) {
        settings.put("twinbus.queues.%s.topic".formatted(subscription), "events");
        settings.put("twinbus.queues.%s.subscription".formatted(subscription), subscription);
      }
      settings.put(
          "twinbus.receiver.http.url", "http://127.0.0.1:" + server.getAddress().getPort() + "/");

      choose().forEach(HandlerChoiceTest::call);
    } finally {
      server.stop(0);
    }

    assertThat(sources).containsExactly("/twinbus/events/audit", "/twinbus/events/billing");
  }

  private static void call(HandledQueue queue) {
    Message message =
        new Message(
            new SessionId("s"),
            new MessageId("m"),
            Body.empty(),
            Map.of(),
            new Message.Envelope(null, null, null));
    Invocation invocation =
        new Invocation(
            1,
            1,
            Optional.empty(),
            Optional.empty(),
            new Invocation.Caller(new RegionName("east"), new InstanceId("i")),
            BOUND);
    assertThat(queue.handler().handle(message, invocation))
        .succeedsWithin(BOUND)
        .isInstanceOf(HandlerOutcome.Completed.class);
  }

  private void assertMistake(String sentence, String... properties) {
    assertThatThrownBy(() -> choose(properties)).hasMessage(sentence);
  }

  private List<HandledQueue> choose(String... properties) {
    Map<String, Object> beans = new TreeMap<>();
    for (int i = 0; i < properties.length; i += 2) {
      beans.put(properties[i], properties[i + 1]);
    }
    try (ApplicationContext context = ApplicationContext.run(beans)) {
      return HandlerChoice.choose(ReceiverSettings.ofQueues(FlatSettings.of(settings)), context);
    }
  }
}
