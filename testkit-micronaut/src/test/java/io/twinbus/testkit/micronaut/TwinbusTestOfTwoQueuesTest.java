package io.twinbus.testkit.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.context.annotation.Property;
import io.micronaut.context.annotation.Requires;
import io.twinbus.protocol.Body;
import io.twinbus.receiver.Outcome;
import io.twinbus.receiver.Session;
import io.twinbus.receiver.listener.SessionListener;
import io.twinbus.sender.Senders;
import io.twinbus.testkit.system.Handled;
import io.twinbus.testkit.system.TestedQueue;
import io.twinbus.testkit.system.Twinbus;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.junit.jupiter.api.Test;

/** An application with two queues, whose tests name one of them. */
@TwinbusTest
@Property(name = "twinbus.queues.orders.queue", value = "orders")
@Property(name = "twinbus.queues.invoices.queue", value = "invoices-v2")
class TwinbusTestOfTwoQueuesTest {

  /** Handlers of both queues: an invoice is refused where its order's number is unknown. */
  @Singleton
  @Requires(property = "twinbus.queues.invoices.queue")
  static final class Sales {

    private final Senders senders;

    Sales(Senders senders) {
      this.senders = senders;
    }

    @SessionListener("orders")
    Outcome onOrder(Session order, String text) {
      assertThat(senders.of("invoices").statistics()).isNotNull();
      order.state(Body.ofUtf8("ordered").toBytes());
      return Outcome.complete();
    }

    @SessionListener("invoices")
    Outcome onInvoice(Session order, String text) {
      return text.equals("unknown") ? Outcome.deadLetter("UnknownOrder", text) : Outcome.complete();
    }
  }

  @Inject private Twinbus twinbus;

  @Test
  void oneSessionOfTwoQueuesIsTwoSessions() throws Exception {
    TestedQueue orders = twinbus.queue("orders");
    TestedQueue invoices = twinbus.queue("invoices");

    orders.send("s1", "one");
    invoices.send("s1", "unknown");
    invoices.send("s1", "known");

    assertThat(orders.awaitHandled("s1", 1))
        .extracting(TwinbusTestOfTwoQueuesTest::text)
        .containsExactly("one");
    assertThat(invoices.awaitDeadLetter("s1").why()).startsWith("UnknownOrder");
    assertThat(invoices.awaitHandled("s1", 1))
        .extracting(TwinbusTestOfTwoQueuesTest::text)
        .containsExactly("known");
    assertThat(orders.deadLetters("s1")).isEmpty();
    assertThat(orders.awaitSession("s1", record -> record.state().isPresent())).isNotNull();
    assertThat(invoices.state("s1")).isEmpty();
  }

  private static String text(Handled handled) {
    return handled.message().body().utf8();
  }

  @Test
  void failuresAreThoseOfOneQueue() throws Exception {
    twinbus.queue("invoices").handler().fail("s2");
    twinbus.queue("invoices").send("s2", "known");
    twinbus.queue("invoices").awaitRetries("s2", 1);
    twinbus.queue("orders").send("s2", "one");

    assertThat(twinbus.queue("orders").awaitHandled("s2", 1)).hasSize(1);
    assertThat(twinbus.queue("orders").retries("s2")).isZero();

    twinbus.queue("invoices").handler().recover();
    assertThat(twinbus.queue("invoices").awaitHandled("s2", 1)).hasSize(1);
  }
}
