package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.receiver.region.ReceiverSettings;
import io.twinbus.receiver.session.FlowSettings;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiverSettingsTest {

  private final Map<String, String> settings =
      new HashMap<>(
          Map.of(
              "twinbus.region", "east",
              "twinbus.regions.east.namespace", "orders-east.example.org",
              "twinbus.regions.west.namespace", "orders-west.example.org",
              "twinbus.ledger.endpoint", "https://ledger.example.org"));

  @Test
  void whatIsNotSetHasItsDocumentedDefault() {
    ReceiverSettings read = read();

    assertThat(read.region().name().value()).isEqualTo("east");
    assertThat(read.endpoint()).isEmpty();
    assertThat(read.ledgerUse().create()).isFalse();
    assertThat(read.ledgerUse().generation()).isEqualTo(1);
    assertThat(read.options().limits().maxSessions()).isEqualTo(200);
    assertThat(read.options().lease().beat()).isEqualTo(Duration.ofSeconds(2));
    assertThat(read.options().lease().lease()).isEqualTo(Duration.ofSeconds(10));
    assertThat(read.options().lease().margin()).isEqualTo(Duration.ofSeconds(2));
    assertThat(read.options().shutdownGrace()).isEqualTo(Duration.ofSeconds(25));
    assertThat(read.options().flow()).isEqualTo(FlowSettings.ofDefaults());
  }

  @Test
  void aSecretThatIsNoneIsNotRepeated() {
    settings.put("twinbus.receiver.http.secret", "my-password");

    assertThatThrownBy(this::read)
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("twinbus.receiver.http.secret is no webhook secret: give whsec_")
        .hasMessageNotContaining("my-password");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://ann:my-password@127.0.0.1:9/handle", "ann:my-password@host"})
  void aPasswordInTheAddressIsRefusedAndNotRepeated(String url) {
    settings.put("twinbus.receiver.http.url", url);

    assertThatThrownBy(this::read)
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("twinbus.receiver.http.url has a user or a password in it")
        .hasMessageNotContaining("my-password")
        .hasMessageEndingWith(".");
  }

  @Test
  void everySettingIsRead() {
    settings.put("twinbus.receiver.max-sessions", "12");
    settings.put("twinbus.ledger.generation", "4");
    settings.put("twinbus.receiver.max-attempts", "3");
    settings.put("twinbus.receiver.on-poison", "block");
    settings.put("twinbus.receiver.handler-timeout", "7s");
    settings.put("twinbus.receiver.beat", "500ms");
    settings.put("twinbus.receiver.lease", "5s");
    settings.put("twinbus.receiver.linger", "1s");
    settings.put("twinbus.receiver.gap-grace", "10s");
    settings.put("twinbus.receiver.shutdown-grace", "9s");
    settings.put("twinbus.receiver.http.url", "http://127.0.0.1:9/handle");

    ReceiverSettings read = read();

    FlowSettings flow = read.options().flow();
    assertThat(read.options().limits().maxSessions()).isEqualTo(12);
    assertThat(read.ledgerUse().generation()).isEqualTo(4);
    assertThat(flow.attempts().max()).isEqualTo(3);
    assertThat(flow.attempts().onPoison()).isEqualTo(FlowSettings.OnPoison.BLOCK);
    assertThat(flow.attempts().handlerTimeout()).isEqualTo(Duration.ofSeconds(7));
    assertThat(flow.pace().linger()).isEqualTo(Duration.ofSeconds(1));
    assertThat(flow.pace().gapGrace()).isEqualTo(Duration.ofSeconds(10));
    assertThat(read.options().lease().beat()).isEqualTo(Duration.ofMillis(500));
    assertThat(read.options().lease().lease()).isEqualTo(Duration.ofSeconds(5));
    assertThat(read.options().shutdownGrace()).isEqualTo(Duration.ofSeconds(9));
    assertThat(read.endpoint()).hasToString("Optional[http://127.0.0.1:9/handle]");
  }

  @Test
  void queuesShareTheReceiversSettingsAndHaveTheirOwnBeforeThem() {
    settings.put("twinbus.receiver.max-attempts", "3");
    settings.put("twinbus.queues.orders.http.url", "http://127.0.0.1:9/orders");
    settings.put("twinbus.queues.payments.max-attempts", "5");
    settings.put("twinbus.queues.payments.max-sessions", "20");

    List<ReceiverSettings> queues = ReceiverSettings.ofQueues(FlatSettings.of(settings));

    assertThat(queues).extracting(ReceiverSettings::queue).containsExactly("orders", "payments");
    assertThat(queues).extracting(ReceiverSettings::maxSessions).containsExactly(200, 20);
    assertThat(queues)
        .extracting(each -> each.options().flow().attempts().max())
        .containsExactly(3, 5);
    assertThat(queues.get(0).endpoint()).hasToString("Optional[http://127.0.0.1:9/orders]");
    assertThat(queues.get(1).endpoint()).isEmpty();
    assertThat(queues.get(1).cluster().entity().name()).isEqualTo("payments");
    assertThat(queues.get(1).ledger().queue()).hasToString("q:payments");
  }

  @Test
  void mistakesOfQueuesNameTheirOwnKeysAndSharedOnesAreSaidOnce() {
    settings.put("twinbus.receiver.max-attempts", "many");
    settings.put("twinbus.queues.orders.claim", "message");
    settings.put("twinbus.queues.orders.commit", "grouped");
    settings.put("twinbus.queues.payments.http.secret", "my-password");

    assertThatThrownBy(() -> ReceiverSettings.ofQueues(FlatSettings.of(settings)))
        .isInstanceOfSatisfying(
            InvalidSettingException.class,
            mistake ->
                assertThat(mistake.sentences())
                    .hasSize(3)
                    .anyMatch(each -> each.startsWith("twinbus.receiver.max-attempts is 'many'"))
                    .anyMatch(
                        each ->
                            each.startsWith(
                                "twinbus.queues.orders.claim is 'message' and"
                                    + " twinbus.queues.orders.commit: grouped"))
                    .anyMatch(
                        each ->
                            each.startsWith(
                                "twinbus.queues.payments.http.secret is no webhook secret")));
  }

  @Test
  void aQueueWithAnEndpointOfItsOwnIsNotAskedForAtTheHealthAddressOfAnother() {
    settings.put("twinbus.receiver.http.url", "http://127.0.0.1:9/all");
    settings.put("twinbus.receiver.http.health-url", "http://127.0.0.1:9/health");
    settings.put("twinbus.queues.a-shared.queue", "a");
    settings.put("twinbus.queues.b-own.http.url", "http://127.0.0.1:8/b");
    settings.put("twinbus.queues.c-both.http.url", "http://127.0.0.1:7/c");
    settings.put("twinbus.queues.c-both.http.health-url", "http://127.0.0.1:7/health");

    assertThat(ReceiverSettings.ofQueues(FlatSettings.of(settings)))
        .extracting(queue -> queue.answers().health().map(URI::toString).orElse("none"))
        .containsExactly("http://127.0.0.1:9/health", "none", "http://127.0.0.1:7/health");
  }

  @Test
  void eachQueueNeedsAPlace() {
    settings.put("twinbus.receiver.max-sessions", "1");
    settings.put("twinbus.queues.orders.queue", "orders");
    settings.put("twinbus.queues.payments.queue", "payments");

    assertThatThrownBy(() -> ReceiverSettings.ofQueues(FlatSettings.of(settings)))
        .hasMessage(
            "twinbus.receiver.max-sessions is 1, and there are 2 queues: each needs a place at"
                + " least.");
  }

  @Test
  void theBytesOfCopiesInHandAreAQuarterOfTheHeapUnlessSaidOtherwise() {
    long byDefault = read().options().limits().maxBuffered();
    settings.put("twinbus.receiver.max-buffered", "256");
    long asSaid = read().options().limits().maxBuffered();

    assertThat(byDefault).isEqualTo(Runtime.getRuntime().maxMemory() / 4);
    assertThat(asSaid).isEqualTo(256L * 1_024 * 1_024);
  }

  @Test
  void aBudgetThatCannotHoldOneMessageIsRefused() {
    settings.put("twinbus.receiver.max-buffered", "8");

    assertThatThrownBy(this::read)
        .hasMessage(
            "twinbus.receiver.max-buffered is 8 MiB, and one message may have 104857600 bytes"
                + " (twinbus.receiver.max-body): give 100 or more, or lower"
                + " twinbus.receiver.max-body.");
    settings.put("twinbus.receiver.max-body", "8388608");
    assertThat(read().options().limits().maxBuffered()).isEqualTo(8_388_608);
  }

  @Test
  void groupedCommitsAreSixtyFourUnlessSaidOtherwise() {
    settings.put("twinbus.receiver.commit", "grouped");
    FlowSettings.Commit byDefault = read().options().flow().commit();
    settings.put("twinbus.receiver.commit-group", "16");
    settings.put("twinbus.receiver.max-state", "4096");
    FlowSettings.Commit asSaid = read().options().flow().commit();
    settings.put("twinbus.receiver.commit", "each");
    FlowSettings.Commit each = read().options().flow().commit();

    assertThat(byDefault).isEqualTo(new FlowSettings.Commit(64, 262_144));
    assertThat(asSaid).isEqualTo(new FlowSettings.Commit(16, 4_096));
    assertThat(each).isEqualTo(new FlowSettings.Commit(1, 4_096));
  }

  @ParameterizedTest
  @CsvSource({"each, 64, 64", "grouped, 16, 64", "grouped, 64, 128", "grouped, 1024, 256"})
  void asksForCopiesOfTheGroupInHandAndTheNextOne(String commit, String group, int ahead) {
    settings.put("twinbus.receiver.commit", commit);
    settings.put("twinbus.receiver.commit-group", group);

    assertThat(read().options().flow().window().ahead()).isEqualTo(ahead);
  }

  @Test
  void messagesAreClaimedByThemselvesIfSaid() {
    FlowSettings byDefault = read().options().flow();
    settings.put("twinbus.receiver.claim", "message");
    FlowSettings byMessage = read().options().flow();
    settings.put("twinbus.receiver.claim", "session");
    FlowSettings bySession = read().options().flow();

    assertThat(byDefault.records().claim()).isEqualTo(ClaimScope.SESSION);
    assertThat(byMessage)
        .isEqualTo(
            byDefault.withRecords(
                new FlowSettings.Records(ClaimScope.MESSAGE, byDefault.records().maxEnded())));
    assertThat(bySession).isEqualTo(byDefault);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          twinbus.receiver.commit     | grouped | there is no session to commit
          twinbus.receiver.in-doubt   | block   | there is no session to hold for an operator
          twinbus.receiver.on-poison  | block   | there is no session to hold for an operator
          twinbus.receiver.gap-policy | skip    | nobody waits at gaps
          """)
  void whatOnlyAClaimOnTheSessionKeepsIsRefusedBesideClaimsOnMessages(
      String key, String value, String why) {
    settings.put("twinbus.receiver.claim", "message");
    settings.put(key, value);

    assertThatThrownBy(this::read)
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("twinbus.receiver.claim is 'message' and " + key + ": " + value)
        .hasMessageContaining(why)
        .hasMessageEndingWith("leave one of them out.");
    settings.put("twinbus.receiver.claim", "session");
    assertThat(read().options().flow().records().claim()).isEqualTo(ClaimScope.SESSION);
  }

  @Test
  void theShorterTimeoutIsTheDeadline() {
    settings.put("twinbus.receiver.http.url", "http://127.0.0.1:9");
    settings.put("twinbus.receiver.http.timeout", "4s");

    assertThat(read().options().flow().attempts().handlerTimeout())
        .isEqualTo(Duration.ofSeconds(4));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          twinbus.receiver.max-sessions   | 0    | give a whole number from 1 to 5000
          twinbus.receiver.max-attempts   | many | give a whole number from 1 to 1000
          twinbus.receiver.on-poison      | cry  | give one of block, dead-letter
          twinbus.receiver.in-doubt       | shrug | give one of block, rerun
          twinbus.receiver.claim          | all  | give one of message, session
          twinbus.receiver.linger         | soon | twinbus.receiver.linger
          twinbus.receiver.linger         | 0s   | give 1ms to 1d
          twinbus.receiver.gap-grace      | 2d   | give 1ms to 1d
          twinbus.receiver.lease          | 4s   | beat and twinbus.receiver.lease do not go together
          twinbus.receiver.commit         | all  | give one of each, grouped
          twinbus.receiver.commit-group   | 1    | give a whole number from 2 to 1024
          twinbus.receiver.max-state      | 2000000 | give a whole number from 0 to 1048576
          twinbus.receiver.http.url       | ftp:x | give an http:// or https:// address
          twinbus.region                  | north | There is no region 'north'
          twinbus.ledger.create-if-missing | maybe | give true or false
          """)
  void aMistakeIsOneSentence(String key, String value, String part) {
    settings.put(key, value);

    assertThatThrownBy(this::read)
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(part)
        .hasMessageEndingWith(".");
  }

  @Test
  void allMistakesAreToldAtOnce() {
    settings.put("twinbus.standby-delay", "8d");
    settings.put("twinbus.receiver.handler-timeout", "2d");
    settings.put("twinbus.receiver.max-sessions", "0");
    settings.put("twinbus.receiver.claim", "message");
    settings.put("twinbus.receiver.commit", "grouped");
    settings.put("twinbus.receiver.in-doubt", "block");
    settings.put("twinbus.receiver.http.secret", "my-password");
    settings.put("twinbus.ledger.retention", "1d");
    settings.put("twinbus.region", "north");
    settings.remove("twinbus.ledger.endpoint");

    assertThat(mistakes())
        .containsExactlyInAnyOrder(
            "twinbus.standby-delay is '8d': give 0s to 7d.",
            "There is no region 'north': the configuration has [east, west].",
            "twinbus.ledger.endpoint is not set: it names the Cosmos DB account.",
            "twinbus.receiver.max-sessions is '0': give a whole number from 1 to 5000.",
            "twinbus.receiver.handler-timeout is '2d': give 1ms to 1d.",
            "twinbus.ledger.retention is '1d': give 2d to 3650d.",
            "twinbus.receiver.claim is 'message' and twinbus.receiver.commit: grouped: there is no"
                + " session to commit; leave one of them out.",
            "twinbus.receiver.claim is 'message' and twinbus.receiver.in-doubt: block: there is no"
                + " session to hold for an operator; leave one of them out.",
            "twinbus.receiver.http.secret is no webhook secret: give whsec_ and 24 to 64 bytes in"
                + " base64; two of them, separated by a space, while one replaces the other.");
  }

  @Test
  void whatNobodyCanJudgeIsNotTold() {
    settings.put("twinbus.receiver.beat", "often");
    settings.put("twinbus.receiver.lease", "1s");
    settings.remove("twinbus.regions.east.namespace");
    settings.remove("twinbus.regions.west.namespace");

    assertThat(mistakes())
        .satisfiesExactly(
            first -> assertThat(first).startsWith("No region is configured"),
            second -> assertThat(second).startsWith("twinbus.receiver.beat is 'often'"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          AccountEndpoint=https://a.example.org;AccountKey=hunter2 | is no address: give the account's https:// address.
          x://u:hunter2@a                                          | has a user or a password in it: take it out
          """)
  void aLedgersKeyInItsAddressIsNotRepeated(String endpoint, String problem) {
    settings.put("twinbus.ledger.endpoint", endpoint);

    assertThat(mistakes())
        .singleElement()
        .asString()
        .startsWith("twinbus.ledger.endpoint " + problem)
        .doesNotContain("hunter2");
  }

  private List<String> mistakes() {
    try {
      return List.of("none: " + read());
    } catch (InvalidSettingException e) {
      return e.sentences();
    }
  }

  private ReceiverSettings read() {
    return ReceiverSettings.from(FlatSettings.of(settings));
  }
}
