package io.twinbus.ops.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.ledger.audit.AuditAuthor;
import io.twinbus.ledger.audit.AuditEntry;
import io.twinbus.ledger.audit.AuditFilter;
import io.twinbus.ledger.audit.AuditPage;
import io.twinbus.ledger.audit.AuditStore;
import io.twinbus.ledger.audit.AuditSubject;
import io.twinbus.ledger.audit.AuditedAct;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.WatchedDisk;
import io.twinbus.ops.servicebus.QueueAccess;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.time.Clocks;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/**
 * What operators did, listed and written to a file page by page: how many, whether there are more,
 * what a newer build wrote, and what is left of a file where the ledger or the disk gives up.
 */
class AuditFilesTest {

  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int WRONG = 2;
  private static final int PARTIAL = 6;

  @TempDir private Path directory;

  private final Pages pages = new Pages();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private WatchedDisk disk;
  private Path file;
  private int closed;

  @BeforeEach
  void place() {
    disk = new WatchedDisk(directory);
    file = directory.resolve("acts.ndjson");
  }

  /** Also where the limit falls into a page: a page has two entries here. */
  @ParameterizedTest
  @CsvSource({"1, true", "3, true", "4, true", "5, false", "6, false"})
  void aListIsAsLongAsItsLimitAndSaysWhetherThereAreMore(int limit, boolean hasMore)
      throws Exception {
    pages.fill(5);

    assertThat(run("audit", "list", "--limit", "" + limit, "-o", "json")).isEqualTo(DONE);

    JsonNode list = new ObjectMapper().readTree(out.toString());
    assertThat(list).extracting(entry -> entry.get("id").asText()).isEqualTo(first(limit));
    assertThat(err.toString().contains("There may be more; raise --limit")).isEqualTo(hasMore);
    assertThat(pages.most).as("no entry is asked for in vain").isLessThanOrEqualTo(limit);
    assertThat(closed).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"0, 2", "1, 0", "100000, 0", "100001, 2"})
  void aLimitGoesFromOneToAHundredThousand(String limit, int code) {
    assertThat(run("audit", "list", "--limit", limit)).isEqualTo(code);
  }

  /** Those of each page count, and not only those of the last one. */
  @Test
  void whatANewerBuildWroteIsCountedAndALookWithoutItIsPartial() {
    pages.fill(5);
    pages.unreadable = List.of(2, 1, 0);

    assertThat(run("audit", "list")).isEqualTo(PARTIAL);
    assertThat(err.toString()).contains("3 entries were written by a newer build");

    assertThat(run("audit", "export", file.toString())).isEqualTo(PARTIAL);
    assertThat(err.toString().lines().filter(line -> line.startsWith("3 entries"))).hasSize(2);
    assertThat(file).exists();
  }

  @Test
  void anExportIsOnTheDiskBeforeTheCommandEnds() throws Exception {
    pages.fill(5);

    assertThat(run("audit", "export", file.toString())).as(err.toString()).isEqualTo(DONE);

    assertThat(Files.readAllLines(file)).hasSize(5);
    assertThat(disk.unforced()).isZero();
    assertThat(disk.open()).isZero();
    assertThat(closed).isEqualTo(1);
  }

  /** It would pass for all that was done, and its name would be taken for the next try. */
  @Test
  void whereTheLedgerFailsHalfWayNoFileIsLeft() {
    pages.fill(5);
    pages.failing = 2;

    assertThat(run("audit", "export", file.toString())).isEqualTo(FAILED);

    assertThat(err.toString()).contains("The audit container cannot be read: the wire was cut.");
    assertThat(out.toString()).isEmpty();
    assertThat(file).doesNotExist();
    assertThat(disk.open()).isZero();
  }

  @Test
  void whereTheDiskIsFullNoFileIsLeft() {
    pages.fill(5);
    disk.fillAfter(100);

    assertThat(run("audit", "export", file.toString())).isEqualTo(FAILED);

    assertThat(err.toString()).contains("cannot be written (IOException): name another place.");
    assertThat(file).doesNotExist();
    assertThat(disk.open()).isZero();
  }

  @Test
  void aFileOfAnotherIsLeftAsItIs() throws Exception {
    Files.writeString(file, "of another program");
    pages.fill(1);

    assertThat(run("audit", "export", file.toString())).isEqualTo(WRONG);

    assertThat(file).hasContent("of another program");
    assertThat(closed).isEqualTo(1);
  }

  private static List<String> first(int limit) {
    return List.of("e0", "e1", "e2", "e3", "e4").subList(0, Math.min(limit, 5));
  }

  private int run(String... words) {
    CliContext context =
        new CliContext(
            settings -> ledger(),
            UnaskedPort.of(QueueAccess.class),
            Clocks.system(),
            time -> {},
            Map.of(
                "TWINBUS_REGIONS_EAST_NAMESPACE", "east.example.com",
                "TWINBUS_REGIONS_WEST_NAMESPACE", "west.example.com",
                "TWINBUS_LEDGER_ENDPOINT", "https://ledger.example.com"));
    CommandLine cli = TwinbusCli.with(TwinbusCli.operatorCommands(context), List.of(words));
    cli.registerConverter(Path.class, word -> disk.path(Path.of(word)));
    cli.setOut(new PrintWriter(out));
    cli.setErr(new PrintWriter(err));
    return cli.execute(words);
  }

  private OpenLedger ledger() {
    OpenLedger unasked = new LedgerDouble().access().open(FlatSettings.of(Map.of()));
    return new OpenLedger(
        unasked.sessions(),
        unasked.messages(),
        unasked.instances(),
        unasked.queries(),
        pages,
        Optional::empty,
        () -> 0,
        () -> closed++);
  }

  /** An audit container that pages two entries at a time. */
  private static final class Pages implements AuditStore {

    private static final int PAGE = 2;

    private final List<AuditEntry> entries = new ArrayList<>();
    private List<Integer> unreadable = List.of();
    private int failing = Integer.MAX_VALUE;
    private int most;

    void fill(int count) {
      for (int n = 0; n < count; n++) {
        entries.add(entry("e" + n));
      }
    }

    private static AuditEntry entry(String id) {
      return new AuditEntry(
          id,
          Instant.EPOCH,
          AuditAuthor.selfDeclared("tom"),
          AuditSubject.deployment(),
          new AuditedAct("PAUSE", "why", "all paused"));
    }

    @Override
    public CompletionStage<WriteOutcome> create(AuditEntry entry) {
      throw new AssertionError("A look is not noted.");
    }

    @Override
    public CompletionStage<AuditPage> list(
        AuditFilter filter, int pageSize, Optional<String> continuation) {
      int from = continuation.map(Integer::parseInt).orElse(0);
      if (from >= failing) {
        return answer(new AuditPage.Unknown("the wire was cut"));
      }
      int to = Math.min(entries.size(), from + Math.min(PAGE, pageSize));
      most = Math.max(most, to);
      int left = unreadable.isEmpty() ? 0 : unreadable.get(from / PAGE);
      return answer(
          new AuditPage.Found(
              entries.subList(from, to),
              left,
              to < entries.size() ? Optional.of("" + to) : Optional.empty()));
    }

    private static CompletionStage<AuditPage> answer(AuditPage page) {
      return CompletableFuture.completedFuture(page);
    }
  }
}
