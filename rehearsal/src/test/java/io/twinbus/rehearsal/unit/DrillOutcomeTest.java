package io.twinbus.rehearsal.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.rehearsal.drill.ClaimsLeft;
import io.twinbus.rehearsal.drill.DrillOutcome;
import io.twinbus.rehearsal.drill.DrillOutcome.FaultOutcome;
import io.twinbus.rehearsal.drill.DrillOutcome.Row;
import io.twinbus.rehearsal.drill.DrillPlan;
import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.fault.FaultKind;
import io.twinbus.rehearsal.fault.When;
import io.twinbus.rehearsal.input.FieldNames;
import io.twinbus.rehearsal.run.LedgerUse;
import io.twinbus.rehearsal.run.RunFigures;
import io.twinbus.rehearsal.stack.SettlementWait.Left;
import io.twinbus.rehearsal.terminal.Printout;
import io.twinbus.rehearsal.terminal.TerminalColour;
import io.twinbus.rehearsal.verify.Hit;
import io.twinbus.rehearsal.verify.Latencies;
import io.twinbus.rehearsal.verify.Reach;
import io.twinbus.rehearsal.verify.RestartVerification;
import io.twinbus.rehearsal.verify.Standstill.Impact;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DrillOutcomeTest {

  private final RunHistory run =
      new RunHistory().input("a", "a1").sent("p", 1, "a1").acknowledged("a1");

  @Test
  void strikesOfAKindAreOneRow() {
    List<Row> rows =
        DrillOutcome.rows(
            List.of(
                struck(FaultKind.LEDGER_OUTAGE, 3, 9),
                struck(FaultKind.KILL_PRODUCER, 0, 0),
                struck(FaultKind.LEDGER_OUTAGE, 4, 7)));

    assertThat(rows)
        .containsExactly(
            new Row(FaultKind.KILL_PRODUCER, 1, 0, Duration.ZERO),
            new Row(FaultKind.LEDGER_OUTAGE, 2, 7, Duration.ofSeconds(9)));
  }

  @Test
  void aDrillThatKeptThePromisesIsPassed() {
    run.effect("a1", "s", 5, 2);

    DrillOutcome outcome = outcome(Map.of(), List.of());

    assertThat(outcome.isPassed()).isTrue();
    assertThat(printed(outcome))
        .contains("Passed: 1 faults, 1 messages")
        .containsPattern("abandoned +1 +sessions whose last owner died")
        .containsPattern("FAULT +TIMES +SESSIONS HIT +LONGEST WITHOUT PROGRESS")
        .containsPattern("ledger-outage +1 +3 +9.0 s");
  }

  @Test
  void aLostMessageAnUnsettledRegionOrAClaimThatIsKeptFailsIt() {
    assertThat(outcome(Map.of(), List.of()).objections()).singleElement().asString().contains("a1");
    run.effect("a1", "s", 5, 2);
    assertThat(outcome(Map.of("east", "1 waiting"), List.of()).isPassed()).isFalse();
    assertThat(outcome(Map.of(), List.of("a by east/1")).isPassed()).isFalse();
    assertThat(printed(outcome(Map.of(), List.of("a by east/1"))))
        .contains("Not passed:")
        .contains("still claimed");
  }

  private DrillOutcome outcome(Map<String, String> unsettled, List<String> held) {
    return new DrillOutcome(
        new DrillPlan(
            run.batch(),
            FieldNames.DEFAULT,
            new DrillPlan.Chaos(Duration.ofSeconds(90), 7),
            new DrillPlan.Crew(3, 2),
            Optional.empty()),
        new RunFigures(
            new RunFigures.Sent(1, 1, 0, 1, Optional.empty()),
            new RunFigures.Seen(
                run.effects.size(), 0, Map.of("east", 1, "west", 1), new Latencies(1, 1, 1)),
            new Left(unsettled, unsettled.size(), 0),
            new LedgerUse(1, 1, 1),
            Duration.ofSeconds(100)),
        new RestartVerification(run.batch(), run.sendings).judge(run.effects, 0, List.of()),
        new DrillOutcome.Faults(List.of(struck(FaultKind.LEDGER_OUTAGE, 3, 9)), List.of()),
        new ClaimsLeft(held, List.of("b by west/2")));
  }

  private static FaultOutcome struck(FaultKind kind, int sessions, long longest) {
    Fault fault =
        new Fault(
            kind, Optional.empty(), new When.Time(Duration.ofSeconds(10)), Duration.ofSeconds(5));
    Hit hit = new Hit(fault, RunHistory.time(1), RunHistory.time(2), Reach.everything());
    return new FaultOutcome(hit, new Impact(sessions, Duration.ofSeconds(longest)));
  }

  private static String printed(DrillOutcome outcome) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    outcome.print(new Printout(out, new TerminalColour(false)));
    out.flush();
    return text.toString();
  }
}
