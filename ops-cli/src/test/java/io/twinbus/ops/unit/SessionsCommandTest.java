package io.twinbus.ops.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SessionsCommandTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final RegionName EAST = new RegionName("east");

  private final LedgerDouble ledger = new LedgerDouble();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void listShowsEverySessionOverAllPages() {
    ledger.records.add(working("parcel-1", 7));
    ledger.records.add(idle("parcel-2"));
    ledger.records.add(idle("parcel-3"));

    int code = run("sessions", "list");

    assertThat(code).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "SESSION   STATUS   OWNER        TOKEN  CURSOR  AGE",
            "parcel-1  WORKING  east/inst-1  7      41      5s",
            "parcel-2  IDLE     -            3      -       5s",
            "parcel-3  IDLE     -            3      -       5s");
    assertThat(ledger.closed).isEqualTo(1);
  }

  @Test
  void listFiltersAndSaysThatThereAreMore() {
    for (int i = 0; i < 5; i++) {
      ledger.records.add(idle("parcel-" + i));
    }
    ledger.records.add(working("parcel-9", 1));

    int code = run("sessions", "list", "--status", "idle", "--limit", "3");

    assertThat(code).isZero();
    assertThat(out.toString()).contains("parcel-2").doesNotContain("parcel-3", "parcel-9");
    assertThat(err.toString()).contains("There are more");
  }

  @Test
  void listIsJsonOnRequest() throws Exception {
    ledger.records.add(working("päckchen", 7));

    int code = run("sessions", "list", "--output", "json");

    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(code).isZero();
    assertThat(json.get(0).get("session").textValue()).isEqualTo("päckchen");
    assertThat(json.get(0).get("owner").get("region").textValue()).isEqualTo("east");
    assertThat(json.get(0).get("cursors").get(0).get("seq").longValue()).isEqualTo(41);
  }

  @Test
  void aListIsGoneOnWithByTheNameOfItsLastSession() {
    for (int i = 0; i < 5; i++) {
      ledger.records.add(idle("parcel " + i));
    }

    run("sessions", "list", "--limit", "3");
    assertThat(err.toString()).contains("There are more: --from 'parcel 2'");
    run("sessions", "list", "--limit", "2", "--from", "parcel 2");

    assertThat(out.toString().lines().filter(line -> line.startsWith("parcel")))
        .extracting(line -> line.substring(0, 8))
        .containsExactly("parcel 0", "parcel 1", "parcel 2", "parcel 3", "parcel 4");
    assertThat(err.toString().lines()).as("nothing follows the last one").hasSize(1);
  }

  @Test
  void theStateIsShownOnDemandAsTextOrHex() {
    ledger.records.add(idle("parcel-1").withState(Optional.of(Body.ofUtf8("größe=7"))));
    ledger.records.add(
        idle("parcel-2").withState(Optional.of(Body.wrap(new byte[] {0, (byte) 0xff}))));

    run("sessions", "show", "--no-queues", "parcel-1");
    assertThat(out.toString()).doesNotContain("größe");
    assertThat(ledger.audit.entries).as("a size is no look").isEmpty();
    run("sessions", "show", "--no-queues", "parcel-1", "--state");
    run("sessions", "show", "--no-queues", "parcel-2", "--state");

    assertThat(out.toString()).contains("state is   größe=7", "state is   00ff");
    assertThat(ledger.audit.entries)
        .as("one for each command")
        .extracting(entry -> entry.about().session().orElseThrow())
        .containsExactly("parcel-1", "parcel-2");
  }

  @Test
  void aStateThatCannotBeNotedIsNotShown() {
    ledger.records.add(idle("parcel-1").withState(Optional.of(Body.ofUtf8("size=7"))));
    ledger.audit.isRefusing = true;

    int code = run("sessions", "show", "--no-queues", "parcel-1", "--state", "-o", "json");

    assertThat(code).isEqualTo(1);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("The audit container took no entry");
  }

  @Test
  void showTellsOwnerTokenCursorAndAge() {
    ledger.records.add(working("parcel-1", 7));
    ledger.leases.add(new InstanceLease(new InstanceId("inst-1"), 9, stamp(NOW.minusSeconds(2))));

    int code = run("sessions", "show", "--no-queues", "parcel-1");

    assertThat(code).isZero();
    assertThat(out.toString())
        .contains("status     WORKING")
        .contains("owner      east/inst-1, last sign of life 2s ago")
        .contains("token      7")
        .contains("cursor     41 of stream s-1, 10s ago");
  }

  @Test
  void showTellsTheSizeOfTheStateAndNeverWhatIsInIt() {
    ledger.records.add(idle("parcel-1").withState(Optional.of(Body.ofUtf8("secret"))));

    run("sessions", "show", "--no-queues", "parcel-1");
    run("sessions", "show", "--no-queues", "parcel-1", "--output", "json");

    assertThat(out.toString())
        .contains("state      6 bytes")
        .containsPattern("\"stateBytes\" *: *6")
        .doesNotContain("secret")
        .doesNotContain("c2VjcmV0");
  }

  @Test
  void showTellsWhyASessionIsBlocked() {
    Block block = new Block("it failed ten times", "m-3", "east/inst-1", NOW.minusSeconds(60));
    ledger.records.add(
        record("parcel-1", new Custody(SessionStatus.BLOCKED, null, 4, block), Progress.NONE));

    run("sessions", "show", "--no-queues", "parcel-1");

    assertThat(out.toString())
        .contains("blocked    it failed ten times (message m-3), by east/inst-1, 60s ago");
  }

  @Test
  void anUnknownSessionIsExitCode3AndASentence() {
    int code = run("sessions", "show", "nobody");

    assertThat(code).isEqualTo(3);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines("twinbus: The ledger knows no session 'nobody'.");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aLedgerThatDoesNotAnswerIsExitCode1() {
    ledger.failing = true;

    assertThat(run("sessions", "list")).isEqualTo(1);
    assertThat(run("sessions", "show", "x")).isEqualTo(1);
    assertThat(err.toString().lines()).hasSize(2).allMatch(line -> line.contains("wire was cut"));
  }

  @Test
  void wrongUsageIsExitCode2AndASentenceThatPointsToHelp() {
    assertThat(run("sessions")).isEqualTo(2);
    assertThat(run("sessions", "list", "--limit", "0")).isEqualTo(2);
    assertThat(run("sessions", "show")).isEqualTo(2);
    assertThat(run("sessions", "list", "--region", "No Region")).isEqualTo(2);
    assertThat(run("sesions")).isEqualTo(2);
    assertThat(run("sessions", "list", "--nonsense")).isEqualTo(2);
    assertThat(err.toString())
        .contains("Say which command to run: list, show, block, unblock, release or forget.")
        .contains("--limit goes from 1 to 100000.")
        .contains("Unmatched argument at index 0: 'sesions'")
        .doesNotContain("\tat ");
  }

  @Test
  void helpHasExamples() {
    assertThat(run("sessions", "list", "--help")).isZero();
    assertThat(out.toString()).contains("twinbus sessions list --status working");
  }

  @Test
  void theOperatorsNameComesFromTheConfigurationFile(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("t.yaml"), "twinbus:\n  operator: eve\n");
    Block block = new Block("poison", null, "policy", NOW);
    Custody custody = new Custody(SessionStatus.BLOCKED, null, 3, block);
    ledger.records.add(record("p", custody, Progress.NONE));

    int code =
        run("sessions", "unblock", "p", "--retry", "--reason", "x", "--config", file.toString());

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString()).contains("eve (self-declared): x");
  }

  private int run(String... arguments) {
    CliContext context =
        new CliContext(
            ledger.access(),
            (region, entity) -> {
              throw new AssertionError("A command with --no-queues asks no queue.");
            },
            () -> new Now(new MonotonicTime(0), NOW),
            time -> {},
            Map.of());
    CommandLine cli = TwinbusCli.with(TwinbusCli.operatorCommands(context), List.of(arguments));
    cli.setOut(new PrintWriter(out));
    cli.setErr(new PrintWriter(err));
    return cli.execute(arguments);
  }

  private static SessionRecord idle(String session) {
    return record(session, new Custody(SessionStatus.IDLE, null, 3, null), Progress.NONE);
  }

  private static SessionRecord working(String session, long token) {
    Owner owner = new Owner(EAST, new InstanceId("inst-1"), new ClaimId("claim-1"));
    TreeMap<StreamId, Cursor> cursors = new TreeMap<>();
    cursors.put(new StreamId("s-1"), new Cursor(41, NOW.minusSeconds(10)));
    return record(
        session,
        new Custody(SessionStatus.WORKING, owner, token, null),
        new Progress(cursors, List.of(), new TreeMap<>(), new TreeMap<>()));
  }

  private static SessionRecord record(String session, Custody custody, Progress progress) {
    return SessionRecord.first(new SessionId(session), custody, stamp(NOW.minusSeconds(5)))
        .withProgress(progress);
  }

  private static WriteMark stamp(Instant at) {
    return WriteMark.of(new WriteId("w-1"), at);
  }
}
