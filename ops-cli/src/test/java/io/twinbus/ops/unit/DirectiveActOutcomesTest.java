package io.twinbus.ops.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Act;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.DirectiveRule;
import io.twinbus.ledger.rules.OperatorOrder;
import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.servicebus.QueueAccess;
import io.twinbus.ops.servicebus.RegionQueue;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.entity.EntityReading;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/**
 * Every act on the receivers of a region, whatever the ledger answers and whoever writes between
 * the look and the deed: what is said, which exit code, what stands in directive and audit
 * container.
 */
class DirectiveActOutcomesTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final RegionName EAST = new RegionName("east");
  private static final RegionName WEST = new RegionName("west");
  private static final Directive.Scope IN_WEST = new Directive.Scope(null, WEST);

  /** Nothing listens there: a command that looks into queues is told so at once. */
  private static final String NOWHERE =
      "Endpoint=sb://127.0.0.1:%d;SharedAccessKeyName=k;SharedAccessKey=a2V5;UseDevelopmentEmulator=true";

  private static final int DONE = 0;
  private static final int NOT_KNOWN = 1;
  private static final int REFUSED = 4;
  private static final int PARTIAL = 6;

  /** An act on region west, and the directive that it changes. */
  private enum Deed {
    EVACUATE("evacuate west", InstanceStats.State.EVACUATED, Act.Kind.EVACUATE),
    RETURN("return west", InstanceStats.State.WORKING, Act.Kind.RETURN),
    PAUSE("pause --region west --for 2h", InstanceStats.State.PAUSED, Act.Kind.PAUSE),
    RESUME("resume --region west", InstanceStats.State.WORKING, Act.Kind.RESUME),
    BELIEVE("handler believe --region west", InstanceStats.State.WORKING, Act.Kind.BELIEVE);

    private final String words;
    private final InstanceStats.State followed;
    private final Act.Kind kind;

    Deed(String words, InstanceStats.State followed, Act.Kind kind) {
      this.words = words;
      this.followed = followed;
      this.kind = kind;
    }

    Directive subject() {
      OperatorOrder order = orderOf("ann");
      Directive none = DirectiveRule.none(order);
      return switch (this) {
        case EVACUATE, PAUSE, BELIEVE -> none;
        case RETURN -> DirectiveRule.evacuated(none, WEST, order).orElseThrow();
        case RESUME -> DirectiveRule.paused(none, IN_WEST, until(), order).orElseThrow();
      };
    }
  }

  private final AuditDouble audit = new AuditDouble();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private long nanos;

  @ParameterizedTest
  @EnumSource
  void isDoneOnceWhereTheLedgerSaysSo(Deed deed) {
    ScriptedDocument<Directive> directive = new ScriptedDocument<>(deed.subject());

    assertThat(run(deed, directive)).as(err.toString()).isEqualTo(DONE);

    assertDoneOnce(deed, directive);
    assertThat(directive.issued()).hasSize(1);
  }

  @Test
  void theFirstDirectiveIsCreated() {
    ScriptedDocument<Directive> none = new ScriptedDocument<>(null);

    assertThat(run(Deed.EVACUATE, none)).as(err.toString()).isEqualTo(DONE);

    assertDoneOnce(Deed.EVACUATE, none);
    assertThat(none.document().isEvacuated(WEST)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void isDoneOnceWhereTheAnswerIsLostAndTheWriteIsNot(Deed deed) {
    ScriptedDocument<Directive> directive = new ScriptedDocument<>(deed.subject()).landUnheard();

    assertThat(run(deed, directive)).as(err.toString()).isEqualTo(DONE);

    assertDoneOnce(deed, directive);
  }

  @ParameterizedTest
  @EnumSource
  void isDoneOnceWhereTheWriteIsLostAtFirst(Deed deed) {
    ScriptedDocument<Directive> directive = new ScriptedDocument<>(deed.subject()).lose(2);

    assertThat(run(deed, directive)).as(err.toString()).isEqualTo(DONE);

    assertDoneOnce(deed, directive);
    assertThat(directive.issued().stream().distinct()).as("the same write again").hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void isSaidToBeUnknownWhereNoAnswerComes(Deed deed) {
    ScriptedDocument<Directive> directive =
        new ScriptedDocument<>(deed.subject()).lose(Integer.MAX_VALUE);

    assertThat(run(deed, directive)).isEqualTo(NOT_KNOWN);

    assertThat(err.toString()).contains("It is not known whether the directive was written");
    assertThat(out.toString()).isEmpty();
    assertThat(audit.entries).hasSize(2);
    assertThat(audit.entries.get(1).what().effect()).startsWith("not done, or not known");
  }

  /** Each wish stands apart: that of another operator, for another region, stays. */
  @ParameterizedTest
  @EnumSource
  void leavesWhatAnotherOperatorWantsMeanwhile(Deed deed) {
    ScriptedDocument<Directive> directive =
        new ScriptedDocument<>(deed.subject()).meanwhile(DirectiveActOutcomesTest::pauseEast);

    assertThat(run(deed, directive)).as(err.toString()).isEqualTo(DONE);

    assertDoneOnce(deed, directive);
    assertThat(directive.document().paused()).anyMatch(pause -> pause.by().equals("eve"));
  }

  @ParameterizedTest
  @EnumSource
  void isDoneOnceWhereItLandsUnheardAndAnotherOperatorWritesOverIt(Deed deed) {
    ScriptedDocument<Directive> directive =
        new ScriptedDocument<>(deed.subject())
            .landUnheard()
            .meanwhile(DirectiveActOutcomesTest::pauseEast);

    assertThat(run(deed, directive)).as(err.toString()).isEqualTo(DONE);

    assertDoneOnce(deed, directive);
    assertThat(directive.document().paused()).anyMatch(pause -> pause.by().equals("eve"));
  }

  /** Two operators who evacuate a region each at the same time leave one of them at work. */
  @Test
  void theLastRegionIsNotEvacuatedAlsoWhereTheOtherOneIsMeanwhile() {
    ScriptedDocument<Directive> directive =
        new ScriptedDocument<>(Deed.EVACUATE.subject())
            .meanwhile(seen -> DirectiveRule.evacuated(seen, EAST, orderOf("eve")).orElseThrow());

    assertThat(run(Deed.EVACUATE, directive)).isEqualTo(REFUSED);

    assertThat(err.toString()).contains("No other region would take work");
    assertThat(directive.document().isEvacuated(WEST)).isFalse();
    assertThat(directive.document().isEvacuated(EAST)).isTrue();
    assertThat(audit.entries).as("the act, and that it came to nothing").hasSize(2);
  }

  /** Others have taken the last room for a wish meanwhile: none of theirs is dropped. */
  @ParameterizedTest
  @EnumSource(names = {"PAUSE", "BELIEVE"})
  void isRefusedWhereNoRoomIsLeftMeanwhile(Deed deed) {
    Directive full = deed.subject();
    for (int n = 0; n < DirectiveRule.MAX_ENTRIES - 1; n++) {
      Directive.Scope scope = new Directive.Scope(EntityKey.ofQueue("q" + n), null);
      full = paused(full, scope, "eve");
    }
    ScriptedDocument<Directive> directive =
        new ScriptedDocument<>(full).meanwhile(DirectiveActOutcomesTest::pauseEast);

    assertThat(run(deed, directive)).isEqualTo(REFUSED);

    assertThat(err.toString()).contains("64 pauses or beliefs are in force already");
    assertThat(directive.document().paused()).hasSize(DirectiveRule.MAX_ENTRIES);
    assertThat(directive.document().paused()).anyMatch(pause -> pause.scope().queue() != null);
    assertThat(directive.document().believed()).isEmpty();
    assertThat(audit.entries).as("the act, and that it came to nothing").hasSize(2);
  }

  /** The wish stands, and a script learns from the exit code that it must look again. */
  @ParameterizedTest
  @CsvSource({"EVACUATE, EVACUATING", "RETURN, EVACUATED", "PAUSE, WORKING", "RESUME, PAUSED"})
  void isDoneInPartWhereTheReceiversDoNotFollow(Deed deed, InstanceStats.State state) {
    ScriptedDocument<Directive> directive = new ScriptedDocument<>(deed.subject());

    assertThat(run(deed.words, state, directive)).as(err.toString()).isEqualTo(PARTIAL);

    assertThat(err.toString()).contains("1 of 1 receivers of west are not there yet");
    assertDoneOnce(deed, directive);
  }

  /** Receivers look every two seconds: they may never say that they were paused for one. */
  @Test
  void aPauseIsNotWaitedForWhenItIsOver() {
    ScriptedDocument<Directive> directive = new ScriptedDocument<>(Deed.PAUSE.subject());

    int code = run("pause --region west --for 3s", InstanceStats.State.WORKING, directive);

    assertThat(code).as(err.toString()).isEqualTo(PARTIAL);
    assertThat(out.toString()).contains("over before its receivers were seen empty");
    assertThat(Duration.ofNanos(nanos)).isBetween(Duration.ofSeconds(3), Duration.ofSeconds(4));
  }

  @Test
  void aLongPauseIsWaitedForAsLongAsIsAskedFor() {
    ScriptedDocument<Directive> directive = new ScriptedDocument<>(Deed.PAUSE.subject());

    int code =
        run("pause --region west --for 1h --wait 10s", InstanceStats.State.PAUSING, directive);

    assertThat(code).as(err.toString()).isEqualTo(PARTIAL);
    assertThat(out.toString()).contains("still handing over");
    assertThat(Duration.ofNanos(nanos)).isEqualTo(Duration.ofSeconds(10));
  }

  /** The pause keeps its receivers from work: that they work cannot be waited for. */
  @Test
  void aReturnOfAPausedRegionIsFollowedAtOnce() {
    ScriptedDocument<Directive> directive = new ScriptedDocument<>(Deed.RETURN.subject());

    int code = run("return west", InstanceStats.State.PAUSED, directive);

    assertThat(code).as(err.toString()).isEqualTo(DONE);
    assertThat(nanos).isZero();
  }

  /** Without {@code --yes} it is said what would be done, and the receivers are not waited for. */
  @ParameterizedTest
  @EnumSource
  void changesNothingUnlessItIsMeant(Deed deed) {
    ScriptedDocument<Directive> directive = new ScriptedDocument<>(deed.subject());

    int code = look(deed.words, InstanceStats.State.EVACUATING, directive);

    assertThat(code).as(err.toString()).isEqualTo(DONE);
    assertThat(out.toString()).contains("would be");
    assertThat(err.toString()).contains("Nothing was changed; add --yes to do it.");
    assertThat(directive.issued()).isEmpty();
    assertThat(audit.entries).isEmpty();
    assertThat(nanos).isZero();
  }

  /** The wider pause keeps the receivers from work: that they work cannot be waited for. */
  @Test
  void aResumeUnderAWiderPauseIsDoneAtOnceAndSaysWhatStays() {
    Directive both = paused(Deed.RESUME.subject(), new Directive.Scope(null, null), "eve");
    ScriptedDocument<Directive> directive = new ScriptedDocument<>(both);

    int code = run("resume --region west", InstanceStats.State.PAUSED, directive);

    assertThat(code).as(err.toString()).isEqualTo(DONE);
    assertThat(out.toString()).contains("resumed, 1 pauses ended");
    assertThat(err.toString()).contains("Paused: all receivers, by eve");
    assertThat(nanos).isZero();
  }

  /** A receiver of several queues says one state for all: it tells nothing of this queue. */
  @Test
  void aResumeOfAQueueIsNotWaitedFor() {
    Directive.Scope queue = new Directive.Scope(EntityKey.ofQueue("orders"), null);
    ScriptedDocument<Directive> directive =
        new ScriptedDocument<>(paused(DirectiveRule.none(orderOf("ann")), queue, "ann"));

    int code = run("resume --queue orders", InstanceStats.State.PAUSED, directive);

    assertThat(code).as(err.toString()).isEqualTo(DONE);
    assertThat(directive.document().paused()).isEmpty();
    assertThat(nanos).isZero();
  }

  private void assertDoneOnce(Deed deed, ScriptedDocument<Directive> directive) {
    assertThat(directive.document().acts())
        .filteredOn(act -> act.by().equals("tom (self-declared)"))
        .extracting(Act::kind)
        .containsExactly(deed.kind);
    assertThat(audit.entries).hasSize(1);
    assertThat(directive.document().isEvacuated(WEST)).isEqualTo(deed == Deed.EVACUATE);
    assertThat(directive.document().paused().stream().map(Directive.Pause::scope))
        .filteredOn(IN_WEST::equals)
        .hasSize(deed == Deed.PAUSE ? 1 : 0);
  }

  private static Directive pauseEast(Directive seen) {
    return paused(seen, new Directive.Scope(null, EAST), "eve");
  }

  private static Directive paused(Directive before, Directive.Scope scope, String by) {
    return DirectiveRule.paused(before, scope, until(), orderOf(by)).orElseThrow();
  }

  private static OperatorOrder orderOf(String operator) {
    return new OperatorOrder(operator, "why", WriteMark.of(new WriteId("of-" + operator), NOW));
  }

  private static Instant until() {
    return NOW.plus(Duration.ofHours(1));
  }

  private int run(Deed deed, ScriptedDocument<Directive> directive) {
    return run(deed.words, deed.followed, directive);
  }

  /** Types {@code words} where the receivers of west go on to say {@code followed}. */
  private int run(
      String words, InstanceStats.State followed, ScriptedDocument<Directive> directive) {
    return look(words + " --yes", followed, directive);
  }

  /** The same, unless {@code words} say so without {@code --yes}. */
  private int look(
      String words, InstanceStats.State followed, ScriptedDocument<Directive> directive) {
    LedgerDouble ledger = new LedgerDouble();
    for (RegionName region : List.of(EAST, WEST)) {
      InstanceId instance = new InstanceId("in-" + region);
      WriteMark stamp = WriteMark.of(new WriteId("w"), NOW);
      ledger.leases.add(new InstanceLease(instance, 9, stamp));
      ledger.vitals.add(
          new InstanceVitals(
              instance,
              region,
              NOW,
              new InstanceStats(
                  "0.1.0",
                  region.equals(WEST) ? followed : InstanceStats.State.WORKING,
                  0,
                  0,
                  0,
                  0),
              stamp));
    }
    CliContext context =
        new CliContext(
            settings -> ledger.openWith(directive, audit),
            new SilentQueues(),
            () -> new Now(new MonotonicTime(nanos), NOW),
            time -> nanos += time.toNanos(),
            Map.of(
                "TWINBUS_OPERATOR",
                "tom",
                "TWINBUS_QUEUE",
                "orders",
                "TWINBUS_REGIONS_EAST_CONNECTION_STRING",
                NOWHERE.formatted(1),
                "TWINBUS_REGIONS_WEST_CONNECTION_STRING",
                NOWHERE.formatted(2)));
    List<String> arguments = new ArrayList<>(List.of(words.split(" ")));
    arguments.addAll(List.of("--reason", "ticket 7"));
    CommandLine cli = TwinbusCli.with(TwinbusCli.operatorCommands(context), arguments);
    cli.setOut(new PrintWriter(out));
    cli.setErr(new PrintWriter(err));
    return cli.execute(arguments.toArray(String[]::new));
  }

  /** No region answers. */
  private static final class SilentQueues implements QueueAccess {

    @Override
    public RegionQueue open(RegionSettings region, EntitySettings entity) {
      return QueueAccess.serviceBus().open(region, entity);
    }

    @Override
    public EntityReading describe(RegionSettings region, EntitySettings entity) {
      return new EntityReading.Unreadable("nothing listens there");
    }
  }
}
