package io.twinbus.proving.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One line of a bench: what was measured in each round after the warm ones.
 *
 * <p>Immutable and thread-safe.
 *
 * @param name what was measured
 * @param unit as it follows a figure, such as {@code /s} or {@code " ms"}
 * @param samples one a round
 * @param budget what it has to reach; null: nothing
 * @param remark what else there is to say, or nothing
 */
public record Result(
    String name, String unit, Samples samples, @Nullable Budget budget, String remark) {

  private static final String ROW = "%-68s %11s %20s %12s  %-4s %s";

  /** A line without budget and remark. */
  public static Result of(String name, String unit, Samples samples) {
    return new Result(name, unit, samples, null, "");
  }

  /** How often a median is as large as another: a line in units of that other. */
  public static Result ratio(String name, Samples ratio) {
    return of(name, " x", ratio);
  }

  /** The same, to be judged by {@code limits}. */
  public Result within(Budget limits) {
    return new Result(name, unit, samples, limits, remark);
  }

  /** The same with a remark. */
  public Result remarking(String words) {
    return new Result(name, unit, samples, budget, words);
  }

  /** Whether the median keeps the budget; true where there is none. */
  public boolean met() {
    return budget == null || budget.metBy(samples.median());
  }

  /** The least and the most of the rounds; {@code once} where there was one. */
  String spread() {
    return samples.values().size() == 1
        ? "once"
        : Figures.text(samples.least()) + " .. " + Figures.text(samples.most());
  }

  /** A row of the table. */
  public String row() {
    String judged = budget == null ? "" : met() ? "yes" : "NO";
    return String.format(
            Locale.ROOT,
            ROW,
            name,
            Figures.text(samples.median()) + unit,
            spread(),
            budget == null ? "" : budget.text(unit),
            judged,
            remark)
        .stripTrailing();
  }

  /** What stands above the rows. */
  public static String heading() {
    return String.format(Locale.ROOT, ROW, "", "median", "spread", "budget", "met", "")
        .stripTrailing();
  }

  /** The same for machines. */
  public ObjectNode toJson() {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", name)
            .put("unit", unit.trim())
            .put("median", samples.median())
            .put("least", samples.least())
            .put("most", samples.most());
    samples.values().forEach(node.putArray("rounds")::add);
    if (budget != null) {
      node.put("budget", budget.limit()).put("atMost", budget.atMost()).put("met", met());
    }
    return remark.isEmpty() ? node : node.put("remark", remark);
  }
}
