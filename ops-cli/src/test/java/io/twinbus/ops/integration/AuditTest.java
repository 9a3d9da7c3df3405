package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.audit.AuditAuthor;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.ledger.LedgerAccess;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.unit.AuditDouble;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.FlatSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every act and every shown body is in the audit container before it happens, or it does not. */
class AuditTest {

  private static final String CANARY = "canary 1";

  @AutoClose private static Site site;
  private final AuditDouble refusing = new AuditDouble();

  @BeforeAll
  static void start() {
    site = new Site();
    site.run("ledger", "init", "--yes");
    site.send("canary", 1, "east", "west");
  }

  @Test
  void anActIsListedWithItsAuthorWhoseNameIsMarkedAsSelfDeclared() throws Exception {
    site.create("held", blocked());

    site.run("sessions", "unblock", "held", "--retry", "--reason", "sink mended", "--yes");

    JsonNode entry = only("--session", "held");
    assertThat(entry.get("act").asText()).isEqualTo("RETRY");
    assertThat(entry.get("by").asText()).isEqualTo("ann");
    assertThat(entry.get("verified").asBoolean(true)).isFalse();
    assertThat(entry.get("queue").asText()).isEqualTo("q:orders");
    assertThat(entry.get("reason").asText()).isEqualTo("sink mended");
    assertThat(site.run("audit", "list", "--session", "held").out())
        .contains("ann (self-declared)", "RETRY", "held", "sink mended");
    assertThat(site.run("sessions", "show", "held", "--no-queues").out())
        .contains("RETRY by ann (self-declared)");
  }

  @Test
  void aTokenNamesItsBearerAndANameThatIsTypedStandsBesideIt() throws Exception {
    site.create("token", blocked());
    AuditAuthor console = AuditAuthor.verified("Console", "oid-7");

    Site.Answer answer =
        runAs(console, "sessions unblock token --retry --reason x --operator ann --yes".split(" "));

    JsonNode entry = only("--session", "token");
    assertThat(answer.out()).contains("Console (oid-7) for ann (self-declared): x");
    assertThat(entry.get("by").asText()).isEqualTo("Console");
    assertThat(entry.get("oid").asText()).isEqualTo("oid-7");
    assertThat(entry.get("verified").asBoolean()).isTrue();
    assertThat(entry.get("actsFor").asText()).isEqualTo("ann");
    assertThat(site.run("sessions", "show", "token", "--no-queues").out())
        .contains("RETRY by Console (oid-7) for ann (self-declared)");
    assertThat(only("--session", "token", "--by", "ann")).isEqualTo(entry);
  }

  @Test
  void aPersonWithATokenWhoTypesNoNameActsForNoOther() throws Exception {
    site.create("plain-token", blocked());

    runAs(
        AuditAuthor.verified("Ann Doe", "oid-8"),
        "sessions unblock plain-token --retry --reason x --yes".split(" "));

    assertThat(only("--session", "plain-token").has("actsFor")).isFalse();
    assertThat(site.run("sessions", "show", "plain-token", "--no-queues").out())
        .contains("RETRY by Ann Doe (oid-8)")
        .doesNotContain(" for ");
  }

  @Test
  void aNameThatIsTooLongIsRefused() {
    String name = "a".repeat(61);

    Site.Answer answer =
        runAs(
            AuditAuthor.verified("Console", "oid-7"),
            ("sessions unblock any --retry --reason x --yes --operator " + name).split(" "));

    assertThat(answer.code()).isEqualTo(2);
    assertThat(answer.err()).contains("An operator's name has 1 to 60 characters.");
  }

  @Test
  void theOtherActsAreThereToo() throws Exception {
    site.create("owned", working());
    site.run(site.impatient(), "sessions", "release", "owned", "--reason", "gone", "--yes");
    site.send("foreign-replay", 1, "east");
    site.kill("foreign-replay", "east");
    site.run("dlq", "replay", "--session", "foreign-replay", "--reason", "again", "--yes");
    site.run("return", "east", "--reason", "nothing to do", "--yes");

    assertThat(only("--session", "owned").get("act").asText()).isEqualTo("RELEASE");
    JsonNode replay = only("--session", "foreign-replay");
    assertThat(replay.get("act").asText()).as("without a record").isEqualTo("REPLAY");
    assertThat(replay.get("effect").asText()).contains("foreign-replay-1");
    assertThat(site.status("foreign-replay")).isEmpty();
    assertThat(only("--act", "LEDGER_INIT").get("by").asText()).isEqualTo("ann");
  }

  @Test
  void wishesToReceiversAreThere() throws Exception {
    site.run("pause", "--region", "east", "--reason", "change 12", "--yes");
    site.run("resume", "--region", "east", "--reason", "change 12 done", "--yes");
    site.run("handler", "believe", "--reason", "bad batch", "--yes");

    JsonNode pause = only("--act", "PAUSE");
    assertThat(pause.get("reason").asText()).isEqualTo("change 12");
    assertThat(pause.get("effect").asText()).startsWith("region east paused until");
    assertThat(only("--act", "RESUME").get("reason").asText()).isEqualTo("change 12 done");
    assertThat(only("--act", "BELIEVE").get("reason").asText()).isEqualTo("bad batch");
  }

  @Test
  void eachSessionOfABulkActHasAnEntryOfItsOwn() throws Exception {
    site.create("bulk-1", idle());
    site.create("bulk-2", idle());
    site.run("sessions", "block", "--prefix", "bulk-", "--reason", "ticket 4711", "--yes");

    assertThat(only("--session", "bulk-1").get("act").asText()).isEqualTo("BLOCK");
    assertThat(only("--session", "bulk-2").get("reason").asText()).isEqualTo("ticket 4711");
  }

  @Test
  void whatReceiversAreToldIsOnRecordFirst() throws Exception {
    site.create("still", idle());
    refusing.isRefusing = true;
    for (String line :
        List.of(
            "pause --reason x --yes",
            "handler believe --reason x --yes",
            "sessions block --prefix still --reason x --yes")) {
      Site.Answer answer = runRefused(line.split(" "));

      assertThat(answer.code()).as(line).isNotZero();
      assertThat(answer.err()).as(line).contains("403/5300", "nothing was done or shown");
    }
    assertThat(site.run("regions").out()).contains("OPEN").doesNotContain("PAUSED");
    assertThat(site.status("still")).isEqualTo("IDLE");
  }

  @Test
  void whatIsNotOnRecordIsNotDone() throws Exception {
    site.create("kept", blocked());
    refusing.isRefusing = true;

    Site.Answer answer = runRefused("sessions unblock kept --retry --reason x --yes".split(" "));

    assertThat(answer.code()).isEqualTo(1);
    assertThat(answer.err())
        .contains("The audit container took no entry", "403/5300", "nothing was done or shown");
    assertThat(site.status("kept")).isEqualTo("BLOCKED");
  }

  @Test
  void aShownBodyIsOnRecordFirst() throws Exception {
    Site.Answer answer = site.run("messages", "show", "canary-1", "--body", "--reason", "ticket 7");

    JsonNode entry = only("--message", "canary-1", "--act", "body_shown");
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.out()).contains(CANARY);
    assertThat(entry.get("reason").asText()).isEqualTo("ticket 7");
    assertThat(entry.get("effect").asText()).isEqualTo("8 of 8 bytes shown");
    assertThat(site.run("audit", "list").out() + answer.err()).doesNotContain(CANARY);
  }

  @Test
  void withoutTheRightToNoteItNoBodyIsShownOrSaved(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("body");
    refusing.isRefusing = true;

    Site.Answer shown = runRefused("messages", "show", "canary-1", "--body", "-o", "json");
    Site.Answer saved = runRefused("messages", "show", "canary-1", "--save", file.toString());

    for (Site.Answer answer : List.of(shown, saved)) {
      assertThat(answer.code()).isEqualTo(1);
      assertThat(answer.out() + answer.err()).doesNotContain(CANARY);
      assertThat(answer.err().lines()).singleElement().asString().contains("403/5300");
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void withoutTheOptionNoBodyIsShownAndNothingIsNoted() throws Exception {
    refusing.isRefusing = true;

    Site.Answer answer = runRefused("messages", "show", "canary-1");

    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.out()).contains("8 bytes, no content type").doesNotContain(CANARY);
  }

  @Test
  void anExportIsAFileThatOnlyItsOwnerReads(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("acts.ndjson");

    Site.Answer answer = site.run("audit", "export", file.toString(), "--act", "LEDGER_INIT");
    Site.Answer again = site.run("audit", "export", file.toString());

    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Files.readAllLines(file))
        .singleElement()
        .asString()
        .startsWith("{\"at\":")
        .contains("\"by\":\"ann\"");
    assertThat(again.code()).isEqualTo(2);
    assertThat(again.err()).contains("exists: name another one");
  }

  @Test
  void timeAndFiltersBoundAList() throws Exception {
    assertThat(site.run("audit", "list", "--until", "1h", "-o", "json").json()).isEmpty();
    assertThat(site.run("audit", "list", "--by", "nobody", "-o", "json").json()).isEmpty();
    assertThat(site.run("audit", "list", "--since", "5000d").code()).isEqualTo(2);
    assertThat(site.run("audit", "list", "--since", "1h", "--until", "2h").err())
        .contains("give an end after the begin");
    assertThat(site.run("audit", "list", "-o", "csv").out())
        .startsWith("at,by,oid,verified,actsFor,act,queue,session,message,reason,effect,id");
  }

  private static JsonNode only(String... filter) throws Exception {
    String[] words = new String[filter.length + 4];
    words[0] = "audit";
    words[1] = "list";
    System.arraycopy(filter, 0, words, 2, filter.length);
    words[words.length - 2] = "-o";
    words[words.length - 1] = "json";
    JsonNode list = site.run(words).json();
    assertThat(list).hasSize(1);
    return list.get(0);
  }

  private Site.Answer runRefused(String... words) {
    LedgerAccess real = CliContext.ofThisMachine().ledger();
    return run(
        settings -> {
          OpenLedger ledger = real.open(settings);
          return new OpenLedger(
              ledger.sessions(),
              ledger.messages(),
              ledger.instances(),
              ledger.queries(),
              refusing,
              ledger.deployment(),
              ledger.cost(),
              ledger.closing());
        },
        words);
  }

  private static Site.Answer runAs(AuditAuthor person, String... words) {
    LedgerAccess real = CliContext.ofThisMachine().ledger();
    return run(
        new LedgerAccess() {
          @Override
          public OpenLedger open(FlatSettings settings) {
            return real.open(settings);
          }

          @Override
          public Optional<AuditAuthor> person(FlatSettings settings) {
            return Optional.of(person);
          }
        },
        words);
  }

  private static Site.Answer run(LedgerAccess access, String... words) {
    CliContext here = CliContext.ofThisMachine();
    return Site.run(
        new CliContext(access, here.queues(), here.clocks(), here.pause(), site.environment()),
        words);
  }

  private static Custody blocked() {
    return new Custody(
        SessionStatus.BLOCKED, null, 3, new Block("poison", null, "policy", Instant.EPOCH));
  }

  private static Custody idle() {
    return new Custody(SessionStatus.IDLE, null, 3, null);
  }

  private static Custody working() {
    Owner owner = new Owner(new RegionName("east"), new InstanceId("gone"), new ClaimId("claim-1"));
    return new Custody(SessionStatus.WORKING, owner, 3, null);
  }
}
