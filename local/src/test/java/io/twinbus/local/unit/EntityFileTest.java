package io.twinbus.local.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.InvalidEndpointSettingException;
import io.twinbus.local.servicebus.LifeRules;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.config.EntityFile;
import io.twinbus.local.servicebus.rules.CorrelationFilter;
import io.twinbus.local.servicebus.rules.RuleSettings;
import io.twinbus.local.servicebus.rules.SqlAction;
import io.twinbus.local.servicebus.rules.SystemProperty;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntityFileTest {
  private static final String EMULATORS =
      """
      {"UserConfig": {
        "Namespaces": [{
          "Name": "sbemulatorns",
          "Queues": [{
            "Name": "queue.1",
            "Properties": {
              "DeadLetteringOnMessageExpiration": true,
              "DefaultMessageTimeToLive": "PT1H",
              "DuplicateDetectionHistoryTimeWindow": "PT20S",
              "ForwardDeadLetteredMessagesTo": "",
              "ForwardTo": "",
              "LockDuration": "PT30S",
              "MaxDeliveryCount": 3,
              "RequiresDuplicateDetection": true,
              "RequiresSession": true,
              "AutoDeleteOnIdle": "P1D",
              "Status": "SendDisabled",
              "MaxMessageSizeInKilobytes": 1024,
              "MaxSizeInMegabytes": 2048
            }}, {"Name": "plain"}],
          "Topics": [{
            "Name": "topic.1",
            "Properties": {
              "DefaultMessageTimeToLive": "P10675199DT2H48M5.4775807S",
              "DuplicateDetectionHistoryTimeWindow": "PT20S",
              "RequiresDuplicateDetection": false
            },
            "Subscriptions": [{
              "Name": "subscription.1",
              "Properties": {"LockDuration": "PT1M", "MaxDeliveryCount": 10, "RequiresSession": true},
              "Rules": [{"Name": "all", "Properties":
                {"FilterType": "Sql", "SqlFilter": {"SqlExpression": "1=1"}}}]
            }]
          }]
        }],
        "Logging": {"Type": "File"}
      }}
      """;

  @Test
  void readsWhatTheEmulatorReads() {
    NamespaceSettings read = EntityFile.parse(EMULATORS).forRegion("east");

    assertThat(read.queues())
        .containsExactly(
            QueueSettings.sessionQueue("queue.1")
                .withTimeToLive(Duration.ofHours(1), true)
                .withDuplicateDetection(Duration.ofSeconds(20))
                .withLockDuration(Duration.ofSeconds(30))
                .withMaxDeliveryCount(3)
                .withAutoDeleteOnIdle(Duration.ofDays(1))
                .withStatus(EntityStatus.SEND_DISABLED)
                .withSizes(1024 * 1024, 2048L * 1024 * 1024),
            QueueSettings.plainQueue("plain"));
    assertThat(read.topics())
        .containsExactly(
            TopicSettings.topic(
                    "topic.1",
                    SubscriptionSettings.withSessions("subscription.1")
                        .withRules(RuleSettings.sql("all", "1=1")))
                .withTimeToLive(LifeRules.FOREVER));
  }

  @Test
  void readsRulesAndComments() {
    NamespaceSettings read =
        EntityFile.parse(
                """
                {"UserConfig": {"Namespaces": [{"Name": "sbemulatorns", // the emulator's own name
                  "Topics": [{"Name": "topic.1", "Subscriptions": [{"Name": "subscription.1", "Rules": [
                    /* by the properties of the service and of the application */
                    {"Name": "both", "Properties": {"FilterType": "Correlation", "CorrelationFilter": {
                      "Label": "subject1", "Properties": {"prop1": "value1", "prop2": null}}}},
                    {"Name": "sql", "Properties": {"FilterType": "Sql",
                      "SqlFilter": {"SqlExpression": "sys.MessageId = '1' AND prop1 = 'value1'"},
                      "Action": {"SqlExpression": "SET sys.To = 'Entity'"}}},
                  ]}]}]}]}}
                """)
            .forRegion("east");

    Map<String, @Nullable Object> properties = new HashMap<>(Map.of("prop1", "value1"));
    properties.put("prop2", null);
    assertThat(read.topics().get(0).subscriptions().get(0).rules())
        .containsExactly(
            RuleSettings.of(
                "both",
                new CorrelationFilter(Map.of(SystemProperty.LABEL, "subject1"), properties)),
            RuleSettings.sql("sql", "sys.MessageId = '1' AND prop1 = 'value1'")
                .withAction(SqlAction.of("SET sys.To = 'Entity'")));
  }

  @Test
  void givesEachRegionTheNamespaceOfItsName() {
    EntityFile two =
        EntityFile.parse(
            """
            {"UserConfig": {"Namespaces": [
              {"Name": "east", "Queues": [{"Name": "a"}]},
              {"Name": "west", "Queues": [{"Name": "b"}]}]}}
            """);

    assertThat(two.forRegion("west").queues()).containsExactly(QueueSettings.plainQueue("b"));
    assertThatThrownBy(() -> two.forRegion("north"))
        .isInstanceOf(InvalidEndpointSettingException.class)
        .hasMessage("The region 'north' is none of the namespaces east, west.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"PT30S\"|\"soon\"|Queues[0].Properties.LockDuration: This must be a duration such as"
            + " PT1M, not 'soon'.",
        "\"PT30S\"|\"PT6M\"|Queues[0]: The queue 'queue.1' locks for 5 seconds to 5 minutes, not"
            + " PT6M.",
        "\"PT30S\"|\"PT4S\"|Queues[0]: The queue 'queue.1' locks for 5 seconds to 5 minutes, not"
            + " PT4S.",
        "\"P1D\"|\"PT4M\"|Queues[0]: The queue 'queue.1' can be deleted after 5 idle minutes at the"
            + " earliest, not PT4M.",
        "\"PT20S\"|\"PT19S\"|Queues[0]: The queue 'queue.1' remembers message ids for 20 seconds to"
            + " 7 days, not PT19S.",
        "\"ForwardTo\": \"\"|\"ForwardTo\": \"plain\"|Queues[0].Properties.ForwardTo: Messages are"
            + " not forwarded here; leave this empty.",
        "\"MaxDeliveryCount\": 3|\"MaxDeliveries\": 3|Queues[0].Properties: 'MaxDeliveries' is not"
            + " known here.",
        "\"MaxDeliveryCount\": 3|\"MaxDeliveryCount\": \"3\"|Queues[0].Properties.MaxDeliveryCount:"
            + " This must be a whole number.",
        "\"RequiresSession\": true|\"RequiresSession\": 1|Queues[0].Properties.RequiresSession:"
            + " This must be true or false.",
        "\"SendDisabled\"|\"Closed\"|Queues[0].Properties.Status: This must be Active, Disabled,"
            + " SendDisabled or ReceiveDisabled.",
        "{\"Name\": \"plain\"}|{\"Name\": \"QUEUE.1\"}|: The queue 'QUEUE.1' is configured twice.",
        "{\"Name\": \"plain\"}|{\"Names\": \"plain\"}|Queues[1]: 'Names' is not known here.",
        "{\"Name\": \"plain\"}|{}|Queues[1]: 'Name' is missing.",
        "1=1|colour=|Topics[0].Subscriptions[0].Rules[0]: The SQL filter 'colour=' cannot be kept"
            + " to: at position 8 a value is missing.",
        "\"Sql\", |\"Colour\", |Topics[0].Subscriptions[0].Rules[0].Properties.FilterType: This"
            + " must be Sql, Correlation, True or False.",
        "\"FilterType\": \"Sql\"|\"Action\": {}, \"FilterType\":"
            + " \"Sql\"|Topics[0].Subscriptions[0].Rules[0].Properties.Action: 'SqlExpression' is"
            + " missing.",
      })
  void saysWhereAMistakeIs(String right, String wrong, String said) {
    String json = EMULATORS.replaceFirst(java.util.regex.Pattern.quote(right), wrong);
    assertThat(json).isNotEqualTo(EMULATORS);

    assertThatThrownBy(() -> EntityFile.parse(json))
        .isInstanceOf(InvalidEndpointSettingException.class)
        .hasMessage("At UserConfig.Namespaces[0]" + (said.startsWith(":") ? "" : ".") + said);
  }

  @Test
  void refusesWhatIsNoSuchFile() {
    assertThatThrownBy(() -> EntityFile.parse("{"))
        .isInstanceOf(InvalidEndpointSettingException.class)
        .hasMessageStartingWith("This is no JSON, from line 1, column ");
    assertThatThrownBy(() -> EntityFile.parse("{\"Queues\": []}"))
        .hasMessage("'Queues' is not known here.");
    assertThatThrownBy(() -> EntityFile.read(Path.of("no", "such", "file.json")))
        .hasMessage("The file no/such/file.json cannot be read.");
  }
}
