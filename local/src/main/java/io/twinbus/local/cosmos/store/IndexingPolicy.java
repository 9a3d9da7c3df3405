package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Which properties of a container's items are indexed: of the included and excluded paths that fit
 * a property the longest decides. Immutable and thread-safe.
 *
 * <p>{@code /a/b/?} names the value at a.b, {@code /a/*} all below a. {@code id} and {@code _ts}
 * are indexed unless the mode is {@code none}.
 */
public final class IndexingPolicy {
  private final boolean none;
  private final List<Pattern> patterns;

  private IndexingPolicy(boolean none, List<Pattern> patterns) {
    this.none = none;
    this.patterns = patterns;
  }

  /**
   * Reads a policy as clients write it; a missing one includes everything.
   *
   * @throws IllegalArgumentException if the mode or a path is none
   */
  public static IndexingPolicy parse(JsonNode source) {
    String mode = source.path("indexingMode").asText("consistent").toLowerCase(Locale.ROOT);
    if (!List.of("consistent", "lazy", "none").contains(mode)) {
      throw new IllegalArgumentException(
          "An indexing mode is consistent, lazy or none, not '" + mode + "'.");
    }
    List<Pattern> patterns = new ArrayList<>();
    source.path("includedPaths").forEach(node -> patterns.add(Pattern.parse(node, true)));
    source.path("excludedPaths").forEach(node -> patterns.add(Pattern.parse(node, false)));
    if (patterns.isEmpty()) {
      patterns.add(new Pattern(List.of(), true, true));
    }
    return new IndexingPolicy(mode.equals("none"), List.copyOf(patterns));
  }

  /** Whether an index serves the property at this path. */
  public boolean includes(List<String> path) {
    if (none) {
      return false;
    }
    Pattern longest = null;
    for (Pattern pattern : patterns) {
      if (pattern.fits(path)
          && (longest == null || pattern.steps().size() > longest.steps().size())) {
        longest = pattern;
      }
    }
    boolean system = path.equals(List.of("id")) || path.equals(List.of("_ts"));
    return system || (longest != null && longest.included());
  }

  private record Pattern(List<String> steps, boolean subtree, boolean included) {
    static Pattern parse(JsonNode source, boolean included) {
      String text = source.path("path").asText("");
      boolean subtree = text.endsWith("/*");
      if (!text.startsWith("/") || !(subtree || text.endsWith("/?"))) {
        throw new IllegalArgumentException(
            "An indexing path begins with / and ends with /? or /*, not '" + text + "'.");
      }
      List<String> steps =
          Arrays.stream(text.substring(1, text.length() - 1).split("/"))
              .filter(step -> !step.isEmpty() && !step.equals("[]"))
              .map(step -> step.replaceAll("^[\"']|[\"']$", ""))
              .toList();
      return new Pattern(steps, subtree, included);
    }

    boolean fits(List<String> path) {
      return subtree
          ? path.size() >= steps.size() && path.subList(0, steps.size()).equals(steps)
          : path.equals(steps);
    }
  }
}
