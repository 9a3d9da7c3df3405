package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.local.network.Outage;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * When a gap is not passed over, each refusal by its own sentence: several share one exit code. No
 * receiver runs, and nothing but the command changes a record, unless a test says so.
 */
class GapsSkipTest {

  private static final SessionId SESSION = new SessionId("g");
  private static final StreamId STREAM = new StreamId("web-1");
  private static final RegionName EAST = new RegionName("east");
  private final Instant since = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final Gap gap = gap(4);

  @AutoClose private final Site site = new Site();

  @Test
  void aGapThatNoQueueCanFillIsPassedOver() throws Exception {
    put(progress(gap), null);

    Site.Answer done = skip();

    assertThat(done.code()).as(done.err()).isZero();
    assertThat(read().record().progress().cursor(STREAM)).isEqualTo(3);
  }

  @Test
  void aMessageThatAQueueHoldsIsNotPassedOver() throws Exception {
    put(progress(gap), null);
    site.send("g", 2, "west");

    assertRefused(skip(), "Message 2 (g-2) is in region west's queue, ACTIVE: it will run.");
  }

  @Test
  void aMessageThatIsADeadLetterIsNotPassedOver() throws Exception {
    put(progress(gap), null);
    site.send("g", 3, "west");
    site.kill("g", "west");

    assertRefused(
        skip(),
        "Message 3 (g-3) is a dead letter in region west: put it back with 'dlq replay --id g-3'.");
  }

  @Test
  void aRegionThatCannotBeAskedMayHoldTheMessageUnlessTheOperatorSaysOtherwise() throws Exception {
    put(progress(gap), null);
    site.stack.region("west").outage(Outage.REFUSE);

    assertRefused(skip(), "It may hold the missing message; add --without west to skip it");
    assertRefused(skip("--without", "east"), "add --without west to skip it");

    assertThat(skip("--without", "west").code()).isZero();
    assertThat(read().record().progress().cursor(STREAM)).isEqualTo(3);
  }

  @Test
  void aQueueThatWasNotReadToItsEndMayHoldTheMessageUnlessTheOperatorSaysOtherwise()
      throws Exception {
    put(progress(gap), null);
    site.send("other", 1, "west");
    site.send("g", 2, "west");

    assertRefused(
        skip("--scan", "1"),
        "Only the first 1 copies of region west's queue were looked through (--scan)."
            + " It may hold the missing message; add --without west to skip it nevertheless.");
    assertRefused(
        skip("--without", "west"),
        "Message 2 (g-2) is in region west's queue, ACTIVE: it will run.");

    assertThat(skip("--scan", "1", "--without", "west").code()).isZero();
    assertThat(read().record().progress().cursor(STREAM)).isEqualTo(3);
  }

  @Test
  void messagesBesideTheGapDoNotKeepItOpen() throws Exception {
    put(progress(gap), null);
    site.send("g", 1, "west");
    site.send("g", 4, "west");
    site.send("other", 2, "west");

    assertThat(skip().code()).isZero();
  }

  @Test
  void aGapThatChangedMeanwhileIsLookedAtAgain() throws Exception {
    put(progress(gap), null);

    Site.Answer answer = skipWhile(record -> record.withProgress(progress(gap(9))));

    assertRefused(
        answer, "The gap has changed since it was read: run 'gaps list' and decide again.");
  }

  @Test
  void aSessionThatWasClaimedMeanwhileIsNotTakenAway() throws Exception {
    put(progress(gap), null);
    Owner owner = new Owner(EAST, new InstanceId("i"), new ClaimId("c"));

    Site.Answer answer = skipWhile(record -> record.withCustody(record.custody().claimedBy(owner)));

    assertRefused(answer, "try again when it is not being worked on");
    assertThat(read().record().custody().owner()).isEqualTo(owner);
  }

  private void assertRefused(Site.Answer answer, String sentence) throws Exception {
    assertThat(answer.code()).as(answer.out()).isEqualTo(4);
    assertThat(answer.err()).contains(sentence);
    assertThat(read().record().progress().cursor(STREAM)).isEqualTo(1);
    assertThat(read().record().acts()).isEmpty();
  }

  private Site.Answer skip(String... options) {
    List<String> line = new ArrayList<>(List.of("gaps", "skip", "g", "--reason", "lost", "--yes"));
    line.addAll(List.of(options));
    return site.run(line.toArray(String[]::new));
  }

  /** The same, and the record changes between the command's first look at it and its decision. */
  private Site.Answer skipWhile(UnaryOperator<SessionRecord> change) {
    CliContext here = CliContext.ofThisMachine();
    return Site.run(
        new CliContext(
            settings -> changing(here.ledger().open(settings), change),
            here.queues(),
            here.clocks(),
            here.pause(),
            site.environment()),
        "gaps",
        "skip",
        "g",
        "--reason",
        "lost",
        "--yes");
  }

  private OpenLedger changing(OpenLedger ledger, UnaryOperator<SessionRecord> change) {
    return new OpenLedger(
        new ChangedAfterTheFirstRead(ledger.sessions(), change),
        ledger.messages(),
        ledger.instances(),
        ledger.queries(),
        ledger.audit(),
        ledger.deployment(),
        ledger.cost(),
        ledger.closing());
  }

  private final class ChangedAfterTheFirstRead implements SessionStore {

    private final SessionStore store;
    private final UnaryOperator<SessionRecord> change;
    private int reads;

    ChangedAfterTheFirstRead(SessionStore store, UnaryOperator<SessionRecord> change) {
      this.store = store;
      this.change = change;
    }

    @Override
    public CompletionStage<ReadOutcome<SessionRecord>> read(SessionId session) {
      if (++reads == 2) {
        ReadOutcome.Found<SessionRecord> found = GapsSkipTest.this.read();
        replace(marked(change.apply(found.record())), found.version());
      }
      return store.read(session);
    }

    @Override
    public CompletionStage<WriteOutcome> create(SessionRecord record) {
      return store.create(record);
    }

    @Override
    public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
      return store.replace(record, version);
    }
  }

  private void put(Progress progress, @Nullable Owner owner) throws Exception {
    site.create("g", new Custody(SessionStatus.IDLE, owner, 3, null));
    ReadOutcome.Found<SessionRecord> found = read();
    WriteOutcome written =
        await(
            site.ledger
                .sessions()
                .replace(marked(found.record().withProgress(progress)), found.version()));
    assertThat(written).isInstanceOf(WriteOutcome.Written.class);
  }

  private ReadOutcome.Found<SessionRecord> read() {
    return (ReadOutcome.Found<SessionRecord>) await(site.ledger.sessions().read(SESSION));
  }

  private static SessionRecord marked(SessionRecord record) {
    return record.withStamp(WriteMark.of(new WriteId(UUID.randomUUID().toString()), Instant.now()));
  }

  private static <T> T await(CompletionStage<T> answer) {
    return answer.toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
  }

  /** Message 1 has ended; 2 and those up to before {@code held} are missing. */
  private Gap gap(long held) {
    return new Gap(1, new TreeMap<>(Map.of(EAST, new Gap.Report(held, since))));
  }

  private Progress progress(Gap gap) {
    return new Progress(
        new TreeMap<>(Map.of(STREAM, new Cursor(1, since))),
        List.of(),
        new TreeMap<>(),
        new TreeMap<>(Map.of(STREAM, gap)));
  }
}
