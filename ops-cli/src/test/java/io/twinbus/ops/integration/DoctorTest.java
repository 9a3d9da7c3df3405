package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.Saturation;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.local.LocalStack;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.faults.FaultRule;
import io.twinbus.local.faults.FaultPoint;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a check-up says of queues that are not set up as they must be, and of a restored ledger. */
class DoctorTest {

  @AutoClose private static Site site;

  @BeforeAll
  static void start() {
    site =
        new Site(
            LocalStack.builder()
                .queues(
                    QueueSettings.sessionQueue("orders").withLockDuration(Duration.ofMinutes(1)),
                    QueueSettings.plainQueue("plain"),
                    QueueSettings.sessionQueue("brief").withLockDuration(Duration.ofSeconds(10)))
                .start());
    site.run("ledger", "init", "--yes");
  }

  @Test
  void queuesThatAreSetUpAsTheyMustBeAreGood() {
    Site.Answer answer = site.run("doctor", "--read-only");

    assertThat(answer.code()).as(answer.out()).isZero();
    assertThat(answer.out())
        .containsPattern("entities +GOOD +The queue 'orders' is set up as it must be")
        .containsPattern("generation +GOOD")
        .containsPattern("clock +GOOD +This machine's clock agrees with the account's");
  }

  @Test
  void aClockThatIsNotTheAccountsIsWarnedOf() throws Exception {
    Site ahead =
        new Site(
            LocalStack.builder().clock(() -> Instant.now().plus(Duration.ofSeconds(40))).start());
    ahead.run("ledger", "init", "--yes");

    Site.Answer answer = ahead.run("doctor", "--read-only");
    ahead.close();

    assertThat(answer.out())
        .containsPattern(
            "clock +WARNING +This machine's clock is (3[0-9]|40) s behind the account's");
  }

  @Test
  void aLedgerThatRefusesWritesIsToldWithTheSessionsThatSufferAndWhatWouldDo() throws Exception {
    Site busy = new Site(LocalStack.builder().start(), Duration.ofMinutes(1));
    try {
      busy.run("ledger", "init", "--yes");
      assertThat(busy.run("doctor", "--read-only").out())
          .containsPattern("session throughput +GOOD +No receiver's writes are refused");
      busy.tell(
          new InstanceStats.LedgerPressure(
              52,
              Optional.of(
                  new Saturation(
                      Duration.ofSeconds(35),
                      List.of(
                          new Saturation.Waiting(new SessionId("order-7"), Duration.ofSeconds(12)),
                          new Saturation.Waiting(new SessionId("order-9"), Duration.ofSeconds(11))),
                      1_100))));

      Site.Answer doctor = busy.run("doctor", "--read-only");
      Site.Answer regions = busy.run("regions");
      Site.Answer json = busy.run("regions", "--output", "json");

      String suffering =
          "52 writes wait, the longest of sessions 'order-7' for 12 s, 'order-9' for 11 s; 11.0"
              + " times the request units would serve them within a second";
      assertThat(doctor.out())
          .contains(
              "A receiver has been refused writes (429) for 35 s: "
                  + suffering
                  + "; the sessions' container has 400 a second, give it about 4,400.");
      assertThat(regions.out()).containsPattern("east +LEDGER SATURATED");
      assertThat(regions.err())
          .contains("Region east: the ledger has refused writes (429) for 35 s: " + suffering);
      assertThat(new ObjectMapper().readTree(json.out()).findValue("ledgerNeededPercent").asInt())
          .isEqualTo(1_100);
    } finally {
      busy.close();
    }
  }

  @Test
  void receiversThatMayHoldMoreSessionsThanAQueueTakesAreWarnedOf() throws Exception {
    Site wide = new Site(LocalStack.builder().start(), Duration.ofMinutes(1));
    try {
      wide.run("ledger", "init", "--yes");
      wide.tell("east-1", holding(1_400));
      wide.tell("east-2", holding(1_300));
      Map<String, String> configured = wide.environment();
      configured.put("TWINBUS_RECEIVER_MAX_SESSIONS", "3000");

      Site.Answer usual = wide.run("doctor", "--read-only");
      Site.Answer much = wide.run(configured, "doctor", "--read-only");

      assertThat(usual.out())
          .containsPattern("sessions east +GOOD +2 receivers hold 2,700 sessions and may hold 400 ")
          .doesNotContain("sessions west", "lease partition");
      assertThat(much.out())
          .containsPattern("sessions east +WARNING +2 receivers hold 2,700 sessions")
          .contains("may hold 6,000 (3,000 each by this configuration)");
    } finally {
      wide.close();
    }
  }

  private static InstanceStats holding(int sessions) {
    return new InstanceStats("1", InstanceStats.State.WORKING, sessions, 0, 0, 0);
  }

  @Test
  void aLedgerThatRefusesToBeAskedCostsTheRowsThatAskedAndNoOther() throws Exception {
    Site busy = new Site(LocalStack.builder().start());
    try {
      busy.run("ledger", "init", "--yes");
      busy.stack
          .ledger()
          .inject(
              new FaultRule(
                  Set.of(CosmosOperation.QUERY),
                  FaultPoint.BEFORE_COMMIT,
                  FaultAction.Answer.of(429, 3200),
                  1_000,
                  1));

      Site.Answer doctor = busy.run("doctor", "--read-only");

      assertThat(doctor.code()).as(doctor.out() + doctor.err()).isZero();
      assertThat(doctor.out())
          .containsPattern("account +GOOD")
          .containsPattern("entities +GOOD")
          .containsPattern("receivers +WARNING +The ledger could not read the leases: .*429")
          .containsPattern("blocked +WARNING +The ledger could not count its sessions")
          .containsPattern("gaps +WARNING +The ledger could not list its sessions: .*429");
    } finally {
      busy.close();
    }
  }

  @Test
  void whatIsKeptOfStreamsThatApplicationsNumberIsCountedWithItsSize() throws Exception {
    Site kept = new Site(LocalStack.builder().start());
    try {
      kept.run("ledger", "init", "--yes");
      Site.Answer none = kept.run("doctor", "--read-only");
      kept.create(SampleRecords.explicit("order-7"));
      kept.create(SampleRecords.explicit("order-8"));

      Site.Answer forEver = kept.run("doctor", "--read-only");
      Map<String, String> bounded = kept.environment();
      bounded.put("TWINBUS_LEDGER_EXPLICIT_RETENTION", "90d");
      Site.Answer forAWhile = kept.run(bounded, "doctor", "--read-only");

      assertThat(none.out()).containsPattern("explicit streams +GOOD +No application numbers");
      assertThat(forEver.out())
          .containsPattern("explicit streams +GOOD +2 documents with cursors .*, about 1 KiB")
          .contains("they stay for ever (twinbus.ledger.explicit-retention)");
      assertThat(forAWhile.out()).contains("each stays for 90 days");
    } finally {
      kept.close();
    }
  }

  @Test
  void aQueueWithoutSessionsBreaksAPromise() throws Exception {
    JsonNode findings = entities("plain", 5);

    assertThat(findings.toString())
        .contains("\"grade\":\"BAD\"")
        .contains("The queue 'plain' in region east has no sessions")
        .contains("The queue 'plain' in region west has no sessions");
  }

  @Test
  void aQueueThatIsNotThereAndOneThatIsPoorlySetUpAreNamed() throws Exception {
    assertThat(entities("nowhere", 5).toString()).contains("There is no queue 'nowhere'");
    assertThat(entities("brief", 0).toString())
        .contains("\"grade\":\"WARNING\"", "locks a session for 10 s");
  }

  @Test
  void aClosedQueueIsWarnedOfAndOneRegionThatDoesNotSayIsSkipped() throws Exception {
    site.stack.region("east").status("orders", EntityStatus.RECEIVE_DISABLED);
    JsonNode closed = entities("orders", 0);
    site.stack.region("east").status("orders", EntityStatus.ACTIVE);
    site.stack.region("west").outage(Outage.REFUSE);
    JsonNode silent = entities("orders", 5);
    site.stack.heal();

    assertThat(closed.toString()).contains("in region east is disabled");
    assertThat(silent.toString()).contains("\"grade\":\"SKIPPED\"", "management does not answer");
  }

  @Test
  void nothingIsWrittenToALedgerOfAnotherGenerationUntilItIsConfirmed() throws Exception {
    Site restored = new Site();
    restored.run("ledger", "init", "--yes");
    blocked(restored, "restored");
    Map<String, String> next = restored.environment();
    next.put("TWINBUS_LEDGER_GENERATION", "2");
    String[] unblock = {"sessions", "unblock", "restored", "--retry", "--reason", "x", "--yes"};

    Site.Answer shown = restored.run(next, "sessions", "show", "restored", "--no-queues");
    Site.Answer refused = restored.run(next, unblock);
    Site.Answer doctor = restored.run(next, "doctor", "--read-only");
    Site.Answer confirmed = restored.run(next, "ledger", "init", "--yes");
    Site.Answer former = restored.run(unblock);
    Site.Answer done = restored.run(next, unblock);
    restored.close();

    assertThat(shown.code()).isZero();
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err().lines())
        .singleElement()
        .asString()
        .contains("is generation 1 and generation 2 is configured");
    assertThat(doctor.code()).isEqualTo(5);
    assertThat(doctor.out()).containsPattern("generation +BAD");
    assertThat(confirmed.code()).as(confirmed.err()).isZero();
    assertThat(former.err()).contains("is generation 2 and this process is configured for 1");
    assertThat(done.code()).as(done.err()).isZero();
  }

  private static JsonNode entities(String queue, int code) throws Exception {
    Map<String, String> environment = site.environment();
    environment.put("TWINBUS_QUEUE", queue);
    Site.Answer answer = site.run(environment, "doctor", "--read-only", "-o", "json");
    assertThat(answer.code()).as(answer.out()).isEqualTo(code);
    return new ObjectMapper().readTree(answer.out());
  }

  private static void blocked(Site site, String session) throws Exception {
    site.create(
        session,
        new Custody(
            SessionStatus.BLOCKED,
            null,
            3,
            new Block("it failed", "m-1", "east/x", Instant.now())));
  }
}
