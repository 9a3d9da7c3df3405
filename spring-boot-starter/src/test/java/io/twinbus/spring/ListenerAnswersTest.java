package io.twinbus.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.LocalStack;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.receiver.Outcome;
import io.twinbus.receiver.Session;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** Listeners that answer with a stage, or end a transaction. */
class ListenerAnswersTest {

  private static final Duration BOUND = Duration.ofSeconds(60);

  /** A listener that answers later; the test says when. */
  static class Forwarding {

    final List<String> calls = new CopyOnWriteArrayList<>();
    final CompletableFuture<Outcome> answer = new CompletableFuture<>();

    @SessionListener
    CompletionStage<Outcome> on(Session session, String text) {
      calls.add(text + " attempt " + session.attempt());
      return session.attempt() == 1
          ? answer
          : CompletableFuture.completedFuture(Outcome.complete());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Forwarder {

    @Bean
    Forwarding forwarding() {
      return new Forwarding();
    }
  }

  /** A listener whose effect is a transaction; the first one fails. */
  static class Booked {

    private final List<String> calls = new CopyOnWriteArrayList<>();

    @Transactional
    @SessionListener
    public void on(Session session, String text) {
      calls.add(text + " attempt " + session.attempt());
      if (session.attempt() == 1) {
        throw new IllegalStateException("no truck");
      }
    }

    List<String> calls() {
      return calls;
    }
  }

  /** Counts how transactions end. */
  static final class CountedTransactions extends AbstractPlatformTransactionManager {

    private static final long serialVersionUID = 1L;

    final List<String> ends = new CopyOnWriteArrayList<>();

    @Override
    protected Object doGetTransaction() {
      return new Object();
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {}

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
      ends.add("commit");
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {
      ends.add("rollback");
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EnableTransactionManagement(proxyTargetClass = true)
  static class Transactions {

    @Bean
    Booked booked() {
      return new Booked();
    }

    @Bean
    PlatformTransactionManager transactions() {
      return new CountedTransactions();
    }
  }

  private final LocalStack stack = startStack();
  private @Nullable ConfigurableApplicationContext started;

  private static LocalStack startStack() {
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    return LocalStack.builder()
        .entities(
            NamespaceSettings.ofQueues(
                QueueSettings.sessionQueue("booked"), QueueSettings.sessionQueue("forwarded")))
        .start();
  }

  private ConfigurableApplicationContext run(Class<?> application, String queue) {
    ConfigurableApplicationContext context = ApplicationStart.run(stack, application, queue);
    started = context;
    return context;
  }

  @AfterEach
  void close() {
    if (started != null) {
      started.close();
    }
    stack.close();
  }

  @Test
  void aListenersTransactionRollsBackAndTheMessageComesAgain() throws Exception {
    ConfigurableApplicationContext context = run(Transactions.class, "booked");
    context.getBean(Sender.class).sendAndWait(OutboundMessage.of("s3", "b1").body("box").build());

    Booked booked = context.getBean(Booked.class);
    CountedTransactions transactions = context.getBean(CountedTransactions.class);
    Awaitility.await().atMost(BOUND).until(() -> transactions.ends.size() >= 2);
    assertThat(transactions.ends).containsExactly("rollback", "commit");
    assertThat(booked.calls()).containsExactly("box attempt 1", "box attempt 2");
  }

  @Test
  void aListenersStageSaysWhenAndHowItsMessageEnds() throws Exception {
    ConfigurableApplicationContext context = run(Forwarder.class, "forwarded");
    Sender sender = context.getBean(Sender.class);
    sender.sendAndWait(OutboundMessage.of("s4", "f1").body("box").build());
    sender.sendAndWait(OutboundMessage.of("s4", "f2").body("bag").build());

    Forwarding forwarding = context.getBean(Forwarding.class);
    Awaitility.await()
        .atMost(BOUND)
        .during(Duration.ofMillis(500))
        .until(() -> forwarding.calls.equals(List.of("box attempt 1")));
    forwarding.answer.complete(Outcome.retry());

    Awaitility.await().atMost(BOUND).until(() -> forwarding.calls.size() >= 4);
    assertThat(forwarding.calls)
        .containsExactly("box attempt 1", "box attempt 2", "bag attempt 1", "bag attempt 2");
  }
}
