package io.twinbus.testkit.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.receiver.Session;
import io.twinbus.sender.Senders;
import io.twinbus.spring.SessionListener;
import io.twinbus.testkit.system.Handled;
import io.twinbus.testkit.system.Twinbus;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.TestPropertySource;

/** An application with two queues, whose tests name one of them. */
@TwinbusSpringTest
@TestPropertySource(
    properties = {
      "twinbus.queues.orders.queue=orders",
      "twinbus.queues.payments.queue=payments-v2",
      "twinbus.region=east"
    })
class SpringTestOfTwoQueuesTest {

  record Order(String item) {}

  record Payment(int cents) {}

  /** An order that is placed asks for its payment. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {

    @Autowired private Senders senders;

    @SessionListener("orders")
    void on(Session session, Order order) {
      assertThat(senders.of("payments").statistics()).isNotNull();
    }

    @SessionListener("payments")
    void on(Session session, Payment payment) {}
  }

  @Test
  void aTestSendsToTheQueueThatItNamesAndAwaitsWhatItsHandlerDid(@Autowired Twinbus twinbus)
      throws Exception {
    twinbus.queue("orders").send("s1", new Order("book"));
    twinbus.queue("payments").send("s1", new Payment(5));
    twinbus.queue("payments").send("s1", new Payment(7));

    assertThat(twinbus.queue("payments").awaitHandled("s1", 2))
        .extracting(handled -> handled.message().body().utf8())
        .containsExactly("{\"cents\":5}", "{\"cents\":7}");
    assertThat(twinbus.queue("orders").awaitHandled("s1", 1))
        .extracting(handled -> handled.message().body().utf8())
        .containsExactly("{\"item\":\"book\"}");
  }

  @Test
  void aHandlerThatHangsIsItsQueuesAlone(@Autowired Twinbus twinbus) throws Exception {
    twinbus.queue("orders").handler().hang();
    twinbus.queue("orders").send("s2", new Order("book"));
    twinbus.queue("payments").send("s2", new Payment(5));

    assertThat(twinbus.queue("payments").awaitHandled("s2", 1))
        .extracting(Handled::attempt)
        .containsExactly(1);
    assertThat(twinbus.queue("orders").handled("s2")).isEmpty();

    twinbus.heal();
    twinbus.queue("orders").awaitHandled("s2", 1);
  }

  @Test
  void aTestThatNamesNoQueueIsToldTheirNames(@Autowired Twinbus twinbus) {
    assertThatThrownBy(() -> twinbus.send("s3", new Payment(5)))
        .hasMessage(
            "The configuration has the queues orders, payments: say which one is meant, with"
                + " queue(name).");
    assertThatThrownBy(() -> twinbus.queue("parcels"))
        .hasMessage("There is no queue 'parcels': the configuration has orders, payments.");
  }
}
