package io.twinbus.ops.regions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Directive.Scope;
import io.twinbus.ops.acts.Undo;
import io.twinbus.ops.command.ActOptions;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.CommonOptions;
import io.twinbus.ops.output.Sheet;

/**
 * Prints what a command has changed, or would change, in the directive.
 *
 * @param effect what happens to the receivers
 * @param undo how it is undone
 * @param isComplete whether every receiver has followed
 */
record WishReport(Scope scope, String effect, Undo undo, boolean isComplete) {

  void print(CliContext context, CommonOptions common, ActOptions act) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("scope", scope.toString())
        .put("done", act.isMeant())
        .put("effect", effect)
        .put("complete", isComplete)
        .put("undo", undo.text())
        .put("by", act.name(context, common))
        .put("reason", act.reason());
    Sheet sheet = new Sheet(json);
    sheet.line("receivers", scope.toString());
    sheet.line(act.isMeant() ? "done" : "would be", effect);
    sheet.line("undo", undo.text());
    sheet.line("by", "%s: %s".formatted(act.name(context, common), act.reason()));
    common.print(sheet);
    if (!act.isMeant()) {
      common.tell("Nothing was changed; add --yes to do it.");
    }
  }
}
