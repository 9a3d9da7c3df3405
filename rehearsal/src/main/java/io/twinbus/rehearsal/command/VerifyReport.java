package io.twinbus.rehearsal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ops.output.JsonText;
import io.twinbus.testkit.history.Defect;
import io.twinbus.testkit.history.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a check of a history found, for people and for programs.
 *
 * @param sent how many messages were sent
 * @param effects how many effects were noted
 * @param records how many ledger records were read; 0: none were asked for
 * @param findings what is right and wrong
 */
record VerifyReport(long sent, long effects, long records, Findings findings) {

  boolean holds() {
    return findings.isClean();
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%,d sent, %,d effects, %,d applied, %,d repeated%s."
            .formatted(sent, effects, findings.applied(), findings.duplicates(), endedOtherwise()));
    findings
        .explainedRepeats()
        .forEach((cause, times) -> lines.add("  %,d repeats: %s".formatted(times, cause.words())));
    for (Defect defect : Defect.values()) {
      if (findings.count(defect) > 0) {
        lines.add("  %,d %s".formatted(findings.count(defect), defect.words()));
      }
    }
    findings.examples().forEach(example -> lines.add("    " + example));
    lines.add(holds() ? "No loss, in order, every repeat explained." : "The promises do not hold.");
    return lines;
  }

  private String endedOtherwise() {
    return findings.endedOtherwise() == 0
        ? ""
        : ", %,d ended as DEAD or SKIPPED".formatted(findings.endedOtherwise());
  }

  String json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("sent", sent).put("effects", effects).put("records", records);
    json.put("applied", findings.applied()).put("repeated", findings.duplicates());
    json.put("endedOtherwise", findings.endedOtherwise());
    ObjectNode repeats = json.putObject("repeats");
    findings.explainedRepeats().forEach((cause, times) -> repeats.put(name(cause), times));
    ObjectNode defects = json.putObject("defects");
    for (Defect defect : Defect.values()) {
      defects.put(name(defect), findings.count(defect));
    }
    ArrayNode examples = json.putArray("examples");
    findings.examples().forEach(examples::add);
    return JsonText.pretty(json.put("holds", holds()));
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
