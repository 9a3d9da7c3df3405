package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.audit.AuditEntry;
import io.twinbus.ledger.audit.AuditFilter;
import io.twinbus.ledger.audit.AuditPage;
import io.twinbus.ledger.audit.AuditStore;
import io.twinbus.ledger.audit.AuditedAct;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.network.Outage;
import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.WatchedDisk;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Files with bodies, on a disk that is watched: forced before anything relies on them, gone when
 * they are not whole. And which of several letters a command takes. No receiver runs.
 */
@Isolated("it looks at the threads of this JVM")
class LetterFilesTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int WRONG = 2;
  private static final int PARTIAL = 6;

  @AutoClose private static Site site;

  @TempDir private Path directory;

  private WatchedDisk disk;
  private Path file;
  private String unwritable = "";

  @BeforeAll
  static void start() throws Exception {
    site = new Site();
    site.run("ledger", "init", "--yes");
    deadAndEnded("one", "east");
    for (String session : List.of("twin-a", "twin-b")) {
      site.sendForeign(session, "twin", "east");
      site.kill(session, "east");
    }
  }

  @BeforeEach
  void place() {
    disk = new WatchedDisk(directory);
    file = directory.resolve("letters.ndjson");
  }

  @AfterEach
  void heal() {
    site.stack.heal();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dlq export FILE --session one",
        "dlq show one-1 --save FILE",
        "messages show one-1 --save FILE"
      })
  void aBodyIsOnTheDiskBeforeTheCommandEnds(String line) {
    Site.Answer answer = run(line);

    assertThat(answer.code()).as(answer.err()).isEqualTo(DONE);
    assertThat(file).content().contains("one 1");
    assertThat(disk.unforced()).isZero();
    assertThat(disk.open()).isZero();
  }

  /** A part of a body would pass for the body, and the audit container says that it was saved. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "dlq export FILE --session one --reason full-export",
        "dlq show one-1 --save FILE --reason full-show",
        "messages show one-1 --save FILE --reason full-message"
      })
  void aBodyThatDoesNotFitOnTheDiskLeavesNoFileAndIsNotedAsNotSaved(String line) throws Exception {
    disk.fillAfter(3);

    Site.Answer answer = run(line);

    assertThat(answer.code()).isEqualTo(FAILED);
    assertThat(answer.err()).contains("cannot be written (IOException): name another place.");
    assertThat(answer.out()).isEmpty();
    assertThat(file).doesNotExist();
    assertThat(disk.open()).isZero();
    String reason = line.substring(line.lastIndexOf(' ') + 1);
    assertThat(site.run("audit", "list", "--act", "BODY_SAVED", "-o", "jsonl").out().lines())
        .filteredOn(entry -> entry.contains(reason))
        .hasSize(2)
        .anyMatch(entry -> entry.contains("not done, or not known to be done"));
  }

  @Test
  void whatCannotBeKeptIsNotDeleted() {
    disk.fillAfter(3);

    Site.Answer answer = run("dlq delete --session one --export FILE --reason x --yes");

    assertThat(answer.code()).isEqualTo(FAILED);
    assertThat(file).doesNotExist();
    assertThat(lettersOf("one")).isOne();
    assertThat(site.run("audit", "list", "--act", "LETTERS_DELETED").out().lines()).hasSize(1);
  }

  /** It is kept by then, which alone is no permission. */
  @Test
  void aDeletionThatCannotBeNotedDeletesNothing() {
    unwritable = AuditedAct.LETTERS_DELETED;

    Site.Answer answer = run("dlq delete --session one --export FILE --reason x --yes");

    assertThat(answer.code()).isEqualTo(FAILED);
    assertThat(answer.err()).contains("took no entry", "nothing was done or shown");
    assertThat(file).content().contains("one 1");
    assertThat(lettersOf("one")).isOne();
  }

  @Test
  void anExportWithoutARegionIsPartial() {
    site.stack.region("west").outage(Outage.REFUSE);

    Site.Answer answer = run("dlq export FILE --session one");

    assertThat(answer.code()).isEqualTo(PARTIAL);
    assertThat(answer.err()).contains("Region west does not answer");
    assertThat(file).content().contains("one 1");
  }

  @Test
  void whatWasNotLookedThroughIsSaid() {
    assertThat(run("dlq list --scan 2").err())
        .contains("Only the first 2 dead letters of region east were looked through.")
        .doesNotContain("region west");
    assertThat(run("dlq list --scan 10").err()).isEmpty();
  }

  @Test
  void aListIsCutAtItsLimitAndSaysHowManyThereAre() {
    Site.Answer cut = run("dlq list --limit 2 -o jsonl");
    Site.Answer whole = run("dlq list --limit 3 -o jsonl");

    assertThat(cut.out().lines()).hasSize(2);
    assertThat(cut.err()).contains("There are 3 in all; raise --limit to see them.");
    assertThat(whole.out().lines()).hasSize(3);
    assertThat(whole.err()).isEmpty();
  }

  @Test
  void ofTwoLettersWithOneIdNeitherIsSavedNorSentWithABody() throws Exception {
    Path body = Files.writeString(directory.resolve("body"), "corrected");

    Site.Answer saved = run("dlq show twin --save FILE");
    Site.Answer sent = run("dlq replay --id twin --body " + body + " --reason x --yes");

    assertThat(saved.code()).isEqualTo(WRONG);
    assertThat(saved.err()).contains("2 dead letters have the id 'twin': 'dlq export' writes them");
    assertThat(file).doesNotExist();
    assertThat(sent.code()).isEqualTo(WRONG);
    assertThat(sent.err()).contains("--body needs one dead letter, and 2 are meant");
    assertThat(site.counts("east").deadLettered()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "dlq export FILE --limit 100000, 0",
    "dlq export FILE --limit 100001, 2",
    "dlq export FILE --max-mib 102400, 0",
    "dlq export FILE --max-mib 102401, 2",
    "dlq replay --all --reason x --rate 0, 2",
    "dlq replay --all --reason x --rate 1, 0",
    "dlq replay --all --reason x --rate 1000, 0",
    "dlq replay --all --reason x --rate 1001, 2",
    "dlq replay --all --id twin --reason x, 2",
    "dlq replay --reason x, 2",
    "dlq delete --all --id twin --reason x, 2",
    "dlq delete --reason x, 2"
  })
  void boundsAreTakenAndWhatIsBeyondIsRefused(String line, int code) {
    Site.Answer answer = run(line);

    assertThat(answer.code()).as(answer.err()).isEqualTo(code);
    assertThat(site.counts("east").deadLettered()).isEqualTo(3);
  }

  /** The console runs commands as long as it lives. The SDK takes seconds to end a connection. */
  @Test
  void commandsLeaveNoConnectionBehind() {
    Set<String> before = connections();

    for (String line :
        List.of(
            "dlq list",
            "dlq show one-1 --body",
            "dlq export FILE",
            "dlq replay --all --reason x",
            "dlq delete --all --reason x",
            "messages show one-1",
            "sessions show one",
            "regions",
            "watch --frames 1")) {
      assertThat(run(line).code()).as(line).isEqualTo(DONE);
    }

    await().atMost(BOUND).until(() -> before.containsAll(connections()));
  }

  /** Each connection has a thread of its own, whose name carries a number. */
  private static Set<String> connections() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("reactor-executor"))
        .collect(Collectors.toSet());
  }

  private static long lettersOf(String session) {
    return site.run("dlq", "list", "--session", session, "-o", "jsonl").out().lines().count();
  }

  /** Runs {@code line} with the watched disk, on which FILE is. */
  private Site.Answer run(String line) {
    CliContext here = CliContext.ofThisMachine();
    CliContext context =
        new CliContext(
            settings -> noting(here.ledger().open(settings)),
            here.queues(),
            here.clocks(),
            time -> {},
            site.environment());
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine cli =
        TwinbusCli.with(TwinbusCli.operatorCommands(context), List.of(line.split(" ")));
    cli.registerConverter(
        Path.class, word -> word.equals("FILE") ? disk.path(file) : Path.of(word));
    cli.setOut(new PrintWriter(out));
    cli.setErr(new PrintWriter(err));
    int code = cli.execute(line.split(" "));
    return new Site.Answer(code, out.toString(), err.toString());
  }

  private OpenLedger noting(OpenLedger ledger) {
    return new OpenLedger(
        ledger.sessions(),
        ledger.messages(),
        ledger.instances(),
        ledger.queries(),
        new Notes(ledger.audit(), unwritable),
        ledger.deployment(),
        ledger.cost(),
        ledger.closing());
  }

  /** Takes every entry but those of one kind. */
  private record Notes(AuditStore taken, String unwritable) implements AuditStore {

    @Override
    public CompletionStage<WriteOutcome> create(AuditEntry entry) {
      return entry.what().kind().equals(unwritable)
          ? CompletableFuture.completedStage(new WriteOutcome.Unknown("403/5300"))
          : taken.create(entry);
    }

    @Override
    public CompletionStage<AuditPage> list(
        AuditFilter filter, int pageSize, Optional<String> continuation) {
      return taken.list(filter, pageSize, continuation);
    }
  }

  /** A dead letter whose message has ended, as a receiver leaves both. */
  private static void deadAndEnded(String session, String region) throws Exception {
    StreamId stream = new StreamId("web-1");
    SessionRecord idle =
        SessionRecord.first(
            new SessionId(session),
            new Custody(SessionStatus.IDLE, null, 1, null),
            WriteMark.of(new WriteId("w"), Instant.now()));
    site.create(
        idle.withProgress(
            new Progress(
                new TreeMap<>(Map.of(stream, new Cursor(1, Instant.now()))),
                List.of(new EndedRange(stream, 1, 1, EndState.DEAD, "BadAddress")),
                new TreeMap<>(),
                new TreeMap<>())));
    site.send(session, 1, region);
    site.kill(session, region);
  }
}
