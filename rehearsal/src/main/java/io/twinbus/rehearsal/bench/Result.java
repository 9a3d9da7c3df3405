package io.twinbus.rehearsal.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/**
 * One line of a bench: what was measured in each round after the warm ones.
 *
 * @param endpointShare the endpoint's part of the processor time of both processes, 0 to 1; NaN
 *     where it says nothing
 */
public record Result(String name, Budget budget, List<Double> rounds, double endpointShare) {

  /** Copies {@code rounds}. */
  public Result {
    rounds = List.copyOf(rounds);
  }

  /** The one in the middle. */
  public double median() {
    List<Double> sorted = rounds.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** Whether the median keeps the budget. */
  public boolean met() {
    return budget.metBy(median());
  }

  /** A row of the table. */
  public String row() {
    double least = rounds.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    double most = rounds.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    String share =
        Double.isNaN(endpointShare)
            ? "-"
            : String.format(Locale.ROOT, "%.0f %%", endpointShare * 100);
    return String.format(
        Locale.ROOT,
        "%-44s %14s %12s %19s  %-6s %s",
        name,
        budget.text(),
        String.format(Locale.ROOT, "%,.0f%s", median(), budget.unit()),
        String.format(Locale.ROOT, "%,.0f .. %,.0f", least, most),
        met() ? "yes" : "no",
        share);
  }

  /** What stands above the rows. */
  public static String heading() {
    return String.format(
        Locale.ROOT,
        "%-44s %14s %12s %19s  %-6s %s",
        "",
        "budget",
        "median",
        "spread",
        "met",
        "endpoint's CPU");
  }

  /** The same for machines. */
  public ObjectNode toJson() {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", name)
            .put("budget", budget.limit())
            .put("atMost", budget.atMost())
            .put("unit", budget.unit().trim())
            .put("median", median())
            .put("met", met());
    rounds.forEach(node.putArray("rounds")::add);
    return Double.isNaN(endpointShare) ? node : node.put("endpointCpuShare", endpointShare);
  }
}
