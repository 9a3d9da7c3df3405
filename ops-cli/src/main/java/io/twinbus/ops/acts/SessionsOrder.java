package io.twinbus.ops.acts;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.output.Sheet;
import io.twinbus.protocol.SessionId;
import java.util.List;

/**
 * An operator's command that changes many session records: counted first, done with {@code --yes},
 * and run again where it was broken off.
 */
public final class SessionsOrder {

  private static final int MOST_REASONS = 10;
  private static final int TOLD_EVERY = 50;

  private final OpenLedger ledger;
  private final CliContext context;
  private final CommonOptions common;
  private final ActOptions act;
  private final ManyOptions many;

  /** With the options of the command that runs. */
  public SessionsOrder(
      OpenLedger ledger,
      CliContext context,
      CommonOptions common,
      ActOptions act,
      ManyOptions many) {
    this.ledger = ledger;
    this.context = context;
    this.common = common;
    this.act = act;
    this.many = many;
  }

  /**
   * Counts the sessions that are meant, or does {@code single} to each, and prints it.
   *
   * @param effect what happens to each
   * @return the exit code
   */
  public int run(String effect, Undo undo, SessionBulk.SingleAct single) {
    int perSecond = many.perSecond();
    List<SessionRecord> found = many.find(ledger);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("done", act.isMeant()).put("sessions", found.size()).put("effect", effect);
    Sheet sheet = new Sheet(json);
    sheet.line("sessions", Integer.toString(found.size()));
    BlockReasons.of(found).stream()
        .limit(MOST_REASONS)
        .forEach(
            group -> sheet.line("blocked", "%d: %s".formatted(group.sessions(), group.reason())));
    boolean isComplete = true;
    if (act.isMeant()) {
      List<SessionId> sessions = found.stream().map(SessionRecord::session).toList();
      SessionBulk.Outcome outcome = bulk(single, perSecond, sessions.size()).run(sessions);
      describe(outcome, effect, sheet);
      isComplete = outcome.isComplete();
    } else {
      sheet.line("would be", effect);
    }
    sheet.line("undo", undo.text());
    sheet.line("by", "%s: %s".formatted(act.name(context, common), act.reason()));
    json.put("undo", undo.text()).put("by", act.name(context, common)).put("reason", act.reason());
    common.print(sheet);
    if (!act.isMeant()) {
      common.tell("Nothing was changed; add --yes to do it.");
    } else if (!isComplete) {
      common.tell("Run the same command again to go on with those that are left.");
    }
    common.tellCost(ledger);
    return isComplete ? ExitCode.OK.code() : ExitCode.PARTIAL.code();
  }

  private void describe(SessionBulk.Outcome outcome, String effect, Sheet sheet) {
    sheet.line("done", "%d %s".formatted(outcome.acted(), effect));
    sheet.document().put("acted", outcome.acted()).put("left", outcome.left());
    sheet.document().put("failed", outcome.failed()).put("untried", outcome.untried());
    if (outcome.left() > 0) {
      sheet.line("left", "%d, as they are now".formatted(outcome.left()));
    }
    if (outcome.failed() + outcome.untried() > 0) {
      sheet.line("failed", "%d, and %d not tried".formatted(outcome.failed(), outcome.untried()));
    }
    outcome.sentences().forEach(common::tell);
  }

  private SessionBulk bulk(SessionBulk.SingleAct single, int perSecond, int all) {
    boolean isTerminal = Boolean.getBoolean("twinbus.terminal.err");
    return new SessionBulk(
        context,
        perSecond,
        single,
        tried -> {
          if (isTerminal && (tried % TOLD_EVERY == 0 || tried == all)) {
            common.tell("%d of %d sessions …".formatted(tried, all));
          }
        });
  }
}
