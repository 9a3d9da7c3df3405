package io.twinbus.local.cosmos.store;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.cosmos.sql.SortKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Which properties of a container's items are indexed: of the included and excluded paths that fit
 * a property the longest decides. Immutable and thread-safe.
 *
 * <p>{@code /a/b/?} names the value at a.b, {@code /a/*} all below a, {@code /} everything. {@code
 * id} and {@code _ts} are indexed unless the mode is {@code none}.
 */
public final class IndexingPolicy {
  private final boolean none;
  private final List<Pattern> patterns;
  private final List<List<SortKey>> composites;

  private IndexingPolicy(boolean none, List<Pattern> patterns, List<List<SortKey>> composites) {
    this.none = none;
    this.patterns = patterns;
    this.composites = composites;
  }

  /**
   * Reads a policy as clients write it; a missing one includes everything.
   *
   * @throws IllegalArgumentException if the mode, a path or a composite index is none
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
    if (patterns.stream().allMatch(Pattern::isOfTheService)) {
      patterns.add(new Pattern(List.of(), true, true));
    }
    List<List<SortKey>> composites = new ArrayList<>();
    source.path("compositeIndexes").forEach(node -> composites.add(composite(node)));
    return new IndexingPolicy(mode.equals("none"), List.copyOf(patterns), List.copyOf(composites));
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

  /**
   * Whether an index serves this order: for one property its own, for several a composite index of
   * the same properties, all in its directions or all in the opposite ones.
   */
  public boolean sorts(List<SortKey> keys) {
    if (keys.size() == 1) {
      return includes(keys.get(0).path());
    }
    List<SortKey> turned =
        keys.stream().map(key -> new SortKey(key.path(), !key.descending())).toList();
    return !none && (composites.contains(keys) || composites.contains(turned));
  }

  private static List<SortKey> composite(JsonNode source) {
    List<SortKey> keys = new ArrayList<>();
    for (JsonNode key : source) {
      String path = key.path("path").asText("");
      boolean plain = path.length() > 1 && path.startsWith("/") && !path.matches(".*[*?]$");
      if (!plain) {
        throw new IllegalArgumentException(
            "A path of a composite index is such as /name, without /? or /*, not '" + path + "'.");
      }
      keys.add(
          new SortKey(
              Pattern.steps(path), key.path("order").asText("").equalsIgnoreCase("descending")));
    }
    if (keys.size() < 2) {
      throw new IllegalArgumentException(
          "A composite index has at least 2 paths, not " + keys.size() + ".");
    }
    return List.copyOf(keys);
  }

  private record Pattern(List<String> steps, boolean subtree, boolean included) {
    static Pattern parse(JsonNode source, boolean included) {
      String text = source.path("path").asText("");
      boolean subtree = text.endsWith("/*") || text.equals("/");
      if (!text.startsWith("/") || !(subtree || text.endsWith("/?"))) {
        throw new IllegalArgumentException(
            "An indexing path begins with / and ends with /? or /*, not '" + text + "'.");
      }
      return new Pattern(steps(text.substring(0, text.lastIndexOf('/'))), subtree, included);
    }

    static List<String> steps(String path) {
      return Arrays.stream(path.split("/"))
          .filter(step -> !step.isEmpty() && !step.equals("[]"))
          .map(step -> step.replaceAll("^[\"']|[\"']$", ""))
          .toList();
    }

    /** The service excludes the ETag by itself: that alone is no policy. */
    boolean isOfTheService() {
      return !included && steps.equals(List.of("_etag"));
    }

    boolean fits(List<String> path) {
      return subtree
          ? path.size() >= steps.size() && path.subList(0, steps.size()).equals(steps)
          : path.equals(steps);
    }
  }
}
