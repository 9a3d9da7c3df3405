package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Requires;
import io.micronaut.serde.annotation.Serdeable;
import io.twinbus.ledger.InstanceId;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.Outcome;
import io.twinbus.receiver.Session;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.listener.ListenerMethod;
import io.twinbus.receiver.listener.ListenerMethods;
import io.twinbus.receiver.listener.SessionListener;
import io.twinbus.receiver.method.RetryAfter;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SessionListenerTest {

  private @Nullable ApplicationContext context;

  @AfterEach
  void close() {
    if (context != null) {
      context.close();
    }
  }

  /** A body, as an application declares it. */
  @Serdeable
  record Shipment(String number, int parcels) {}

  @Singleton
  @Requires(property = "listener", value = "shipments")
  static final class Shipments {

    @SessionListener(
        deadLetterOn = IllegalArgumentException.class,
        retryAfter = @RetryAfter(value = "90s", on = ArithmeticException.class))
    Outcome on(Session session, Shipment shipment, Message message) {
      return switch (shipment.number()) {
        case "later" -> Outcome.retry(Duration.ofSeconds(7));
        case "never" -> Outcome.deadLetter("Unwanted", "It goes nowhere.");
        case "broken" -> throw new IllegalStateException("no truck");
        case "full" -> throw new ArithmeticException("no room");
        case "wrong" -> throw new IllegalArgumentException("no such place");
        default -> {
          session.state(text(session, shipment, message).getBytes(StandardCharsets.UTF_8));
          yield Outcome.complete();
        }
      };
    }

    private static String text(Session session, Shipment shipment, Message message) {
      return "%s %d of %s: %d, attempt %d under %d, %s"
          .formatted(
              message.id(),
              session.sequence(),
              session.id(),
              shipment.parcels(),
              session.attempt(),
              session.token(),
              session.state().map(String::new).orElse("no state"));
    }
  }

  @Singleton
  @Requires(property = "listener", value = "bytes")
  static final class Bytes {

    private static volatile CompletableFuture<Void> stage = new CompletableFuture<>();

    @SessionListener
    CompletionStage<Void> on(byte[] body, Session session) {
      session.clearState();
      return stage;
    }
  }

  @Singleton
  @Requires(property = "listener", value = "strange")
  static final class Strange {

    @SessionListener
    int on(String body) {
      return body.length();
    }
  }

  @Singleton
  @Requires(property = "listener", value = "two-bodies")
  static final class TwoBodies {

    @SessionListener
    void on(String body, byte[] again) {
      assertThat(body).hasSize(again.length);
    }
  }

  @Test
  void argumentsAreBoundByTypeAndStateIsKept() {
    HandlerOutcome outcome = call("shipments", "{\"number\":\"17\",\"parcels\":3}");

    assertThat(outcome)
        .isEqualTo(
            HandlerOutcome.Completed.withState(
                Body.ofUtf8("m 7 of s: 3, attempt 2 under 41, no state")));
  }

  @Test
  void whatItAnswersIsTheOutcome() {
    assertThat(call("shipments", "{\"number\":\"later\",\"parcels\":1}"))
        .isInstanceOfSatisfying(
            HandlerOutcome.Retry.class,
            retry -> assertThat(retry.after()).contains(Duration.ofSeconds(7)));
    assertThat(call("shipments", "{\"number\":\"never\",\"parcels\":1}"))
        .isEqualTo(new HandlerOutcome.DeadLetter("Unwanted", "It goes nowhere."));
  }

  @Test
  void anExceptionMayHaveAWaitOfItsOwn() {
    assertThat(call("shipments", "{\"number\":\"full\",\"parcels\":1}"))
        .isInstanceOfSatisfying(
            HandlerOutcome.Retry.class,
            retry -> {
              assertThat(retry.after()).contains(Duration.ofSeconds(90));
              assertThat(retry.text()).contains("no room");
            });
  }

  @Test
  void exceptionsAreRetriesUnlessTheyAreNamed() {
    assertThat(call("shipments", "{\"number\":\"broken\",\"parcels\":1}"))
        .isInstanceOfSatisfying(
            HandlerOutcome.Retry.class,
            retry -> {
              assertThat(retry.text()).contains("no truck");
              assertThat(retry.reason()).as("for the ledger").doesNotContain("no truck");
            });
    assertThat(call("shipments", "{\"number\":\"wrong\",\"parcels\":1}"))
        .isInstanceOfSatisfying(
            HandlerOutcome.DeadLetter.class,
            dead -> {
              assertThat(dead.reason()).isEqualTo("IllegalArgumentException");
              assertThat(dead.description()).contains("no such place");
            });
  }

  @Test
  void aBodyThatCannotBeReadIsNeverRetried() {
    for (String body : List.of("", "null", "{", "[]", "{\"number\":\"1\",\"parcels\":\"x\"}")) {
      assertThat(call("shipments", body))
          .as(body)
          .isInstanceOfSatisfying(
              HandlerOutcome.DeadLetter.class,
              dead -> assertThat(dead.reason()).isEqualTo("UnreadableBody"));
    }
  }

  @Test
  void aStageEndsTheCallWhenItEnds() {
    CompletableFuture<Void> stage = new CompletableFuture<>();
    Bytes.stage = stage;
    CompletableFuture<HandlerOutcome> call = start("bytes", "x");
    assertThat(call).isNotDone();

    stage.complete(null);

    assertThat(call.join()).isEqualTo(HandlerOutcome.Completed.clearingState());
  }

  @Test
  void whatCannotBeAListenerIsNamed() {
    assertThatThrownBy(() -> call("strange", "x"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("Strange.on returns int: let it return nothing, an Outcome");
    assertThatThrownBy(() -> call("two-bodies", "x"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("TwoBodies.on has 2 arguments for the body");
  }

  private HandlerOutcome call(String listener, String body) {
    return start(listener, body).orTimeout(20, TimeUnit.SECONDS).join();
  }

  private CompletableFuture<HandlerOutcome> start(String listener, String body) {
    close();
    ApplicationContext started = ApplicationContext.run(Map.of("listener", listener));
    context = started;
    List<ListenerMethod> found = started.getBean(ListenerMethods.class).found();
    assertThat(found).hasSize(1);
    SessionHandler handler = found.get(0).handler(Clocks.system());
    Message message =
        new Message(
            new SessionId("s"),
            new MessageId("m"),
            Body.ofUtf8(body),
            Map.of(),
            new Message.Envelope(null, null, null));
    Invocation invocation =
        new Invocation(
            41,
            2,
            Optional.of(new Position(new StreamId("s1"), 7, 6)),
            Optional.empty(),
            new Invocation.Caller(new RegionName("east"), new InstanceId("i1")),
            Duration.ofSeconds(30));
    return handler.handle(message, invocation).toCompletableFuture();
  }
}
