package io.twinbus.local.clients;

import static io.twinbus.local.clients.Bus.message;
import static io.twinbus.local.clients.Bus.takeOne;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusRuleManagerClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.azure.messaging.servicebus.administration.models.CreateRuleOptions;
import com.azure.messaging.servicebus.administration.models.RuleProperties;
import com.azure.messaging.servicebus.administration.models.SqlRuleAction;
import com.azure.messaging.servicebus.administration.models.SqlRuleFilter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TopicsTest {
  private final Bus bus = new Bus();

  @BeforeEach
  void empty() {
    LocalProcess.shared().reset();
  }

  @AfterEach
  void close() {
    bus.close();
  }

  @Test
  void eachSubscriptionHasItsCopiesByItsRules() {
    bus.publisher("events")
        .sendMessages(List.of(message("s", "plain"), coloured(message("s", "red"), "red")));

    assertThat(takeOne(bus.subscriber("events", "red")).getMessageId()).isEqualTo("red");
    ServiceBusReceiverClient all = bus.subscriber("events", "all");
    assertThat(takeOne(all).getMessageId()).isEqualTo("plain");
    assertThat(takeOne(all).getMessageId()).isEqualTo("red");
    ServiceBusSessionReceiverClient ordered =
        bus.keep(
            Bus.builder()
                .sessionReceiver()
                .topicName("events")
                .subscriptionName("ordered")
                .disableAutoComplete()
                .buildClient());
    assertThat(takeOne(bus.keep(ordered.acceptSession("s"))).getMessageId()).isEqualTo("plain");
  }

  @Test
  void aRuleManagerChangesTheRulesAndTheirActions() {
    ServiceBusRuleManagerClient rules =
        bus.keep(
            Bus.builder().ruleManager().topicName("events").subscriptionName("all").buildClient());
    rules.deleteRule("$Default");
    rules.createRule(
        "large",
        new CreateRuleOptions(new SqlRuleFilter("colour IN ('blue', 'green') AND size > 10"))
            .setAction(new SqlRuleAction("SET seen = 1")));

    assertThat(rules.listRules()).extracting(RuleProperties::getName).containsExactly("large");
    ServiceBusMessage small = coloured(message("small"), "blue");
    small.getApplicationProperties().put("size", 1);
    ServiceBusMessage large = coloured(message("large"), "blue");
    large.getApplicationProperties().put("size", 11);
    bus.publisher("events").sendMessages(List.of(small, large));

    ServiceBusReceivedMessage message = takeOne(bus.subscriber("events", "all"));
    assertThat(message.getMessageId()).isEqualTo("large");
    assertThat(message.getApplicationProperties()).containsEntry("RuleName", "large");
    assertThat((Number) message.getApplicationProperties().get("seen"))
        .extracting(Number::intValue)
        .isEqualTo(1);

    rules.deleteRule("large");
    rules.createRule("$Default", new CreateRuleOptions(new SqlRuleFilter("1=1")));
  }

  private static ServiceBusMessage coloured(ServiceBusMessage message, String colour) {
    message.getApplicationProperties().put("colour", colour);
    return message;
  }
}
