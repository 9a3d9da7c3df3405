package io.twinbus.certify.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What differs between an earlier report and this one, check by check. */
public final class Comparison {

  private Comparison() {}

  /**
   * One sentence for each check whose verdict is another one, that is new, or that is gone.
   *
   * @param before the earlier verdicts, by check and place, as {@link ReportJson#verdicts} reads
   *     them
   */
  public static List<String> of(Map<String, String> before, RunReport now) {
    Map<String, String> after = new TreeMap<>();
    now.results()
        .forEach(
            result ->
                after.put(
                    result.assumption().id() + " in " + result.place(),
                    result.verdict().grade().name()));
    List<String> changes = new ArrayList<>();
    after.forEach(
        (check, verdict) -> {
          String earlier = before.get(check);
          if (earlier == null) {
            changes.add("%s: %s, and was not in the earlier report".formatted(check, verdict));
          } else if (!earlier.equals(verdict)) {
            changes.add("%s: %s, and was %s".formatted(check, verdict, earlier));
          }
        });
    before.forEach(
        (check, verdict) -> {
          if (!after.containsKey(check)) {
            changes.add("%s: not in this report, and was %s".formatted(check, verdict));
          }
        });
    return changes;
  }
}
