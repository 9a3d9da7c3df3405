package io.twinbus.local.clients;

import static io.twinbus.local.clients.Bus.message;
import static io.twinbus.local.clients.Bus.takeOne;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.exception.ResourceExistsException;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClient;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClientBuilder;
import com.azure.messaging.servicebus.administration.models.CorrelationRuleFilter;
import com.azure.messaging.servicebus.administration.models.CreateQueueOptions;
import com.azure.messaging.servicebus.administration.models.CreateRuleOptions;
import com.azure.messaging.servicebus.administration.models.QueueProperties;
import com.azure.messaging.servicebus.administration.models.RuleProperties;
import com.azure.messaging.servicebus.administration.models.SubscriptionProperties;
import java.net.MalformedURLException;
import java.net.URL;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class AdministrationTest {
  private final ServiceBusAdministrationClient admin =
      new ServiceBusAdministrationClientBuilder()
          .connectionString(LocalProcess.shared().connectionString())
          .addPolicy(new LocalPort())
          .buildClient();

  @Test
  void aQueueIsCreatedUpdatedUsedAndDeleted() {
    admin.createQueue("made", new CreateQueueOptions().setMaxDeliveryCount(3));
    assertThatThrownBy(() -> admin.createQueue("made")).isInstanceOf(ResourceExistsException.class);

    QueueProperties made = admin.getQueue("made");
    assertThat(made.getMaxDeliveryCount()).isEqualTo(3);
    assertThat(admin.updateQueue(made.setLockDuration(Duration.ofSeconds(20))).getLockDuration())
        .isEqualTo(Duration.ofSeconds(20));
    assertThat(admin.listQueues()).extracting(QueueProperties::getName).contains("made", "jobs");
    try (Bus bus = new Bus()) {
      bus.sender("made").sendMessage(message("m"));
      assertThat(admin.getQueueRuntimeProperties("made").getActiveMessageCount()).isEqualTo(1);
      assertThat(takeOne(bus.receiver("made")).getMessageId()).isEqualTo("m");
    }

    admin.deleteQueue("made");
    assertThat(admin.getQueueExists("made")).isFalse();
  }

  @Test
  void aTopicHasSubscriptionsAndTheirRules() {
    admin.createTopic("news");
    admin.createSubscription("news", "mine");
    admin.deleteRule("news", "mine", "$Default");
    admin.createRule(
        "news", "hot", "mine", new CreateRuleOptions(new CorrelationRuleFilter().setLabel("hot")));

    assertThat(admin.listSubscriptions("news"))
        .extracting(SubscriptionProperties::getSubscriptionName)
        .containsExactly("mine");
    assertThat(admin.listRules("news", "mine"))
        .extracting(RuleProperties::getName)
        .containsExactly("hot");
    try (Bus bus = new Bus()) {
      bus.publisher("news").sendMessage(message("cold").setSubject("cold"));
      bus.publisher("news").sendMessage(message("hot").setSubject("hot"));
      assertThat(takeOne(bus.subscriber("news", "mine")).getMessageId()).isEqualTo("hot");
    }
    admin.deleteTopic("news");
    assertThat(admin.getTopicExists("news")).isFalse();
  }

  /** Leads to the stack's port: that client asks at 443 whatever the connection string says. */
  private static final class LocalPort implements HttpPipelinePolicy {
    @Override
    public Mono<HttpResponse> process(
        HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
      context.getHttpRequest().setUrl(local(context));
      return next.process();
    }

    @Override
    public HttpResponse processSync(
        HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
      context.getHttpRequest().setUrl(local(context));
      return next.processSync();
    }

    private static URL local(HttpPipelineCallContext context) {
      try {
        return new URL(
            "https",
            "localhost",
            LocalProcess.shared().port(),
            context.getHttpRequest().getUrl().getFile());
      } catch (MalformedURLException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
