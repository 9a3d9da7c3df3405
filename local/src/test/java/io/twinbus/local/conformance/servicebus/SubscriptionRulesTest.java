package io.twinbus.local.conformance.servicebus;

import static io.twinbus.local.conformance.ServiceBusUser.just;
import static io.twinbus.local.conformance.ServiceBusUser.message;
import static io.twinbus.local.conformance.ServiceBusUser.one;
import static io.twinbus.local.conformance.ServiceBusUser.refusal;
import static io.twinbus.local.conformance.ServiceBusUser.soFar;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusRuleManagerClient;
import com.azure.messaging.servicebus.administration.models.CorrelationRuleFilter;
import com.azure.messaging.servicebus.administration.models.CreateRuleOptions;
import com.azure.messaging.servicebus.administration.models.RuleFilter;
import com.azure.messaging.servicebus.administration.models.RuleProperties;
import com.azure.messaging.servicebus.administration.models.SqlRuleAction;
import com.azure.messaging.servicebus.administration.models.SqlRuleFilter;
import com.azure.messaging.servicebus.administration.models.TrueRuleFilter;
import io.twinbus.local.conformance.Rule;
import io.twinbus.local.conformance.RuleSet;
import io.twinbus.local.conformance.ServiceBusTarget;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

@RuleSet(
    value = "Service Bus: subscription rules",
    notEmulated = {
      "the other properties of the service in SQL filters and actions, and values of unlike types"
          + " that Azure converts into one another"
    })
class SubscriptionRulesTest {
  private static final String FILTERS =
      "https://learn.microsoft.com/azure/service-bus-messaging/topic-filters";
  private static final String SQL =
      "https://learn.microsoft.com/azure/service-bus-messaging/service-bus-messaging-sql-filter";
  private static final String ACTIONS =
      "https://learn.microsoft.com/azure/service-bus-messaging/service-bus-messaging-sql-rule-action";
  private static final String DEFAULT = "$Default";

  @RegisterExtension
  static final ServiceBusTarget BUS =
      ServiceBusTarget.with(
          ServiceBusEndpointOptions.ofDefaults("east")
              .withEntities(
                  NamespaceSettings.ofQueues()
                      .withTopics(
                          TopicSettings.topic(
                              "filtered",
                              SubscriptionSettings.plain("some"),
                              SubscriptionSettings.plain("all")))));

  @AfterEach
  void letEverythingThroughAgain() {
    only(new TrueRuleFilter(), DEFAULT);
  }

  @Rule(
      id = "sb-rule-default",
      text = "A new subscription has the rule $Default, which lets every message through.",
      doc = FILTERS)
  void beginsWithTheDefaultRule() {
    send("red");

    assertThat(names()).containsExactly(DEFAULT);
    assertThat(one(receiver("some")).getSubject()).isEqualTo("red");
  }

  @Rule(
      id = "sb-rule-sql",
      text = "A SQL filter chooses messages by properties of the service and the application.",
      doc = SQL)
  void choosesBySql() {
    only(new SqlRuleFilter("sys.Label = 'red' OR (size > 5 AND colour LIKE 'b%')"), "sql");

    send("red");
    send("green");
    BUS.user()
        .sender("filtered")
        .sendMessages(List.of(sized("1", "blue", 6), sized("2", "blue", 4), sized("3", "red", 6)));

    assertThat(just(receiver("some"), 2))
        .extracting(ServiceBusReceivedMessage::getMessageId)
        .containsExactly("red", "1");
    assertThat(just(receiver("all"), 5)).hasSize(5);
  }

  @Rule(
      id = "sb-rule-correlation",
      text = "A correlation filter chooses messages of which all named properties are equal.",
      doc = FILTERS)
  void choosesByCorrelation() {
    CorrelationRuleFilter filter = new CorrelationRuleFilter().setLabel("red");
    filter.getProperties().put("size", 5);
    only(filter, "correlation");

    BUS.user()
        .sender("filtered")
        .sendMessages(
            List.of(
                sized("1", "x", 5),
                sized("2", "x", 5).setSubject("red"),
                sized("3", "x", 6).setSubject("red"),
                sized("4", "x", 5).setSubject("RED")));

    assertThat(just(receiver("some"), 1))
        .extracting(ServiceBusReceivedMessage::getMessageId)
        .containsExactly("2");
  }

  @Rule(id = "sb-rule-none", text = "A subscription without rules gets no messages.", doc = FILTERS)
  void getsNothingWithoutRules() {
    rules().listRules().forEach(rule -> rules().deleteRule(rule.getName()));

    send("red");

    one(receiver("all"));
    assertThat(soFar(receiver("some"))).isEmpty();
  }

  @Rule(
      id = "sb-rule-several",
      text = "One rule of several is enough, and a message that fulfils several comes once.",
      doc = FILTERS)
  void givesOneCopyForSeveralRules() {
    only(new SqlRuleFilter("size > 1"), "more-than-one");
    rules().createRule("more-than-two", new CreateRuleOptions(new SqlRuleFilter("size > 2")));

    BUS.user()
        .sender("filtered")
        .sendMessages(List.of(sized("1", "x", 1), sized("2", "x", 2), sized("3", "x", 3)));

    assertThat(names()).containsExactlyInAnyOrder("more-than-one", "more-than-two");
    assertThat(just(receiver("some"), 2))
        .extracting(ServiceBusReceivedMessage::getMessageId)
        .containsExactly("2", "3");
  }

  @Rule(id = "sb-rule-read", text = "Rules are read as they were written.", doc = Pages.REQUESTS)
  void tellsItsRules() {
    CorrelationRuleFilter filter =
        new CorrelationRuleFilter().setCorrelationId("c").setSessionId("s").setContentType("text");
    filter.getProperties().put("colour", "red");
    only(filter, "correlation");
    rules()
        .createRule(
            "sql",
            new CreateRuleOptions(new SqlRuleFilter("size > 2"))
                .setAction(new SqlRuleAction("SET size = 2")));

    List<RuleProperties> read = rules().listRules().stream().toList();

    RuleFilter correlation = named(read, "correlation").getFilter();
    assertThat(correlation)
        .isInstanceOfSatisfying(
            CorrelationRuleFilter.class,
            same -> {
              assertThat(same.getCorrelationId()).isEqualTo("c");
              assertThat(same.getSessionId()).isEqualTo("s");
              assertThat(same.getContentType()).isEqualTo("text");
              assertThat(same.getProperties()).containsEntry("colour", "red");
              assertThat(same.getLabel()).isNull();
            });
    assertThat(named(read, "sql").getFilter())
        .isInstanceOfSatisfying(
            SqlRuleFilter.class, same -> assertThat(same.getSqlExpression()).isEqualTo("size > 2"));
    assertThat(named(read, "correlation").getAction()).isNull();
    assertThat(named(read, "sql").getAction())
        .isInstanceOfSatisfying(
            SqlRuleAction.class,
            same -> assertThat(same.getSqlExpression()).isEqualTo("SET size = 2"));
  }

  @Rule(
      id = "sb-rule-once",
      text = "A second rule of the same name is refused; so is deleting one that is not there.",
      doc = Pages.REQUESTS)
  void refusesWhatIsThereAndWhatIsNot() {
    CreateRuleOptions again = new CreateRuleOptions(new SqlRuleFilter("size > 2"));
    only(new SqlRuleFilter("size > 1"), "sql");

    assertThat(refusal(() -> rules().createRule("SQL", again))).hasMessageContaining("already");
    assertThat(refusal(() -> rules().deleteRule("none"))).isNotNull();
    assertThat(names()).containsExactly("sql");
  }

  @Rule(
      id = "sb-rule-mistake",
      text = "A filter that cannot be read is refused, and the rules stay as they were.",
      doc = SQL)
  void refusesWhatItCannotRead() {
    CreateRuleOptions wrong = new CreateRuleOptions(new SqlRuleFilter("size >"));

    assertThat(refusal(() -> rules().createRule("wrong", wrong))).isNotNull();

    assertThat(names()).containsExactly(DEFAULT);
  }

  @Rule(
      id = "sb-rule-scheduled",
      text = "A scheduled message is asked when it becomes visible.",
      doc = FILTERS)
  void asksScheduledMessagesWhenTheyAreDue() {
    only(new SqlRuleFilter("sys.Label = 'green'"), "sql");
    BUS.user()
        .sender("filtered")
        .scheduleMessage(
            message("later").setSubject("red"), BUS.now().plusSeconds(30).atOffset(ZoneOffset.UTC));
    only(new SqlRuleFilter("sys.Label = 'red'"), "sql");

    BUS.pass(Duration.ofSeconds(31));

    assertThat(one(receiver("some")).getMessageId()).isEqualTo("later");
  }

  @Rule(
      id = "sb-rule-links-stay",
      text = "Receivers of a subscription stay linked when its rules change.",
      doc = FILTERS)
  void keepsItsReceivers() {
    ServiceBusReceiverClient receiver = receiver("some");
    send("red");
    receiver.complete(one(receiver));

    only(new SqlRuleFilter("sys.Label = 'red'"), "sql");
    send("red");

    receiver.complete(one(receiver));
    assertThat(soFar(receiver)).isEmpty();
  }

  @Rule(
      id = "sb-rule-action",
      text =
          "A rule's action sets and removes properties of its copy, which bears the rule's name.",
      doc = ACTIONS)
  void changesTheCopyByItsAction() {
    only(
        new CreateRuleOptions(new SqlRuleFilter("size > 5"))
            .setAction(
                new SqlRuleAction(
                    "SET size = size * 2; SET shade = 'dark ' + colour; REMOVE colour;"
                        + " SET sys.Label = 'sized'")),
        "acting");

    BUS.user().sender("filtered").sendMessages(List.of(sized("1", "x", 5), sized("2", "blue", 6)));

    ServiceBusReceivedMessage changed = one(receiver("some"));
    assertThat(changed.getMessageId()).isEqualTo("2");
    assertThat(changed.getSubject()).isEqualTo("sized");
    assertThat(changed.getBody().toString()).isEqualTo("body of 2");
    assertThat(changed.getApplicationProperties())
        .containsOnly(
            Map.entry("size", 12),
            Map.entry("shade", "dark blue"),
            Map.entry("RuleName", "acting"));
    assertThat(just(receiver("all"), 2).get(1).getApplicationProperties())
        .containsOnly(Map.entry("size", 6), Map.entry("colour", "blue"));
  }

  @Rule(
      id = "sb-rule-action-copies",
      text = "Each rule with an action makes a copy of its own; those without make one together.",
      doc = FILTERS)
  void makesACopyForEachAction() {
    only(new SqlRuleFilter("size > 1"), "plain");
    rules().createRule("plainer", new CreateRuleOptions(new SqlRuleFilter("size > 2")));
    for (String name : List.of("first", "second")) {
      rules()
          .createRule(
              name,
              new CreateRuleOptions(new SqlRuleFilter("size > 2"))
                  .setAction(new SqlRuleAction("SET made = 1")));
    }

    BUS.user().sender("filtered").sendMessages(List.of(sized("1", "x", 2), sized("2", "x", 3)));

    assertThat(just(receiver("some"), 4))
        .extracting(
            message -> message.getMessageId() + message.getApplicationProperties().get("RuleName"))
        .containsExactlyInAnyOrder("1null", "2null", "2first", "2second");
  }

  @Rule(
      id = "sb-rule-action-mistake",
      text = "An action that cannot be read is refused, and the rules stay as they were.",
      doc = ACTIONS)
  void refusesActionsThatItCannotRead() {
    CreateRuleOptions wrong =
        new CreateRuleOptions(new TrueRuleFilter()).setAction(new SqlRuleAction("SET size"));

    assertThat(refusal(() -> rules().createRule("wrong", wrong))).isNotNull();

    assertThat(names()).containsExactly(DEFAULT);
  }

  private static void send(String label) {
    BUS.user().sender("filtered").sendMessage(message(label).setSubject(label));
  }

  private static ServiceBusMessage sized(String id, String colour, int size) {
    ServiceBusMessage message = message(id);
    message.getApplicationProperties().put("colour", colour);
    message.getApplicationProperties().put("size", size);
    return message;
  }

  /** Leaves the subscription {@code some} with this rule alone. */
  private static void only(RuleFilter filter, String name) {
    only(new CreateRuleOptions(filter), name);
  }

  private static void only(CreateRuleOptions rule, String name) {
    rules().listRules().forEach(each -> rules().deleteRule(each.getName()));
    rules().createRule(name, rule);
  }

  private static List<String> names() {
    return rules().listRules().stream().map(RuleProperties::getName).toList();
  }

  private static RuleProperties named(List<RuleProperties> rules, String name) {
    return rules.stream().filter(rule -> rule.getName().equals(name)).findFirst().orElseThrow();
  }

  private static ServiceBusRuleManagerClient rules() {
    return BUS.user()
        .keep(
            BUS.user()
                .builder()
                .ruleManager()
                .topicName("filtered")
                .subscriptionName("some")
                .buildClient());
  }

  private static ServiceBusReceiverClient receiver(String subscription) {
    return BUS.user().subscriber("filtered", subscription);
  }
}
