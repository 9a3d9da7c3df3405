package io.twinbus.ops.acts;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.command.PlannedOption;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.Sheet;
import io.twinbus.protocol.SessionId;

/** An operator's command that changes one session record: shown first, done with {@code --yes}. */
public final class SessionOrder {

  private final SessionAct writes;
  private final OpenLedger ledger;
  private final CliContext context;
  private final CommonOptions common;
  private final ActOptions act;
  private final PlannedOption planned;

  /** With the options of the command that runs. */
  public SessionOrder(
      OpenLedger ledger,
      CliContext context,
      CommonOptions common,
      ActOptions act,
      PlannedOption planned) {
    this.writes =
        new SessionAct(
            ledger, context, AuditTrail.of(ledger, context, common, act.author(context, common)));
    this.ledger = ledger;
    this.context = context;
    this.common = common;
    this.act = act;
    this.planned = planned;
  }

  /**
   * Makes sure that {@code rule} would change something now.
   *
   * @throws io.twinbus.ops.CommandFailure when it refuses, or there is no record
   */
  public void check(SessionId session, SessionAct.Rule rule) {
    var unused = writes.plan(session, asPlanned(rule), act.order(context, common));
  }

  /** Shows or does what {@code rule} says, and prints it with its undoing; the exit code. */
  public int run(SessionId session, SessionAct.Rule rule, Undo undo) {
    String effect =
        act.isMeant()
            ? writes.carryOut(session, asPlanned(rule), () -> act.order(context, common))
            : writes.plan(session, asPlanned(rule), act.order(context, common)).effect();
    print(session.value(), effect, undo);
    common.tellCost(ledger);
    return ExitCode.OK.code();
  }

  /** Does what {@code rule} says, and prints nothing. */
  public void carryOut(SessionId session, SessionAct.Rule rule) {
    var unused = writes.carryOut(session, asPlanned(rule), () -> act.order(context, common));
  }

  private SessionAct.Rule asPlanned(SessionAct.Rule rule) {
    return (record, order) -> planned.check(rule.decide(record, order));
  }

  private void print(String session, String effect, Undo undo) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document
        .put("session", session)
        .put("done", act.isMeant())
        .put("effect", effect)
        .put("undo", undo.text())
        .put("by", act.name(context, common))
        .put("reason", act.reason());
    Sheet sheet = new Sheet(document);
    sheet.line("session", session);
    sheet.line(act.isMeant() ? "done" : "would be", effect);
    sheet.line("undo", undo.text());
    sheet.line("by", "%s: %s".formatted(act.name(context, common), act.reason()));
    common.print(sheet);
    if (!act.isMeant()) {
      common.tell("Nothing was changed; add --yes to do it.");
    }
  }
}
