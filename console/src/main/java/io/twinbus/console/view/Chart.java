package io.twinbus.console.view;

import io.twinbus.console.watch.Point;
import io.twinbus.console.watch.RegionPoint;
import io.twinbus.protocol.RegionName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * A chart as lines of a drawing that is {@value #WIDTH} wide and {@value #HEIGHT} high, for a page
 * without scripts.
 *
 * <p>Immutable and thread-safe.
 *
 * @param title what it shows, with its unit
 * @param top the number at its upper edge
 * @param lines one line a region
 */
public record Chart(String title, String top, List<Line> lines) {

  /** How wide the drawing is. */
  public static final int WIDTH = 600;

  /** How high it is. */
  public static final int HEIGHT = 120;

  /**
   * A region's line; it has gaps where the region was silent.
   *
   * @param region the region
   * @param pieces the points of each piece, as SVG has them
   */
  public record Line(String region, List<String> pieces) {}

  private interface Column extends ToDoubleFunction<RegionPoint> {}

  /** The charts of the overview. */
  public static List<Chart> all(List<Point> points) {
    return List.of(
        of("Messages ended, a second", points, RegionPoint::ended),
        of("Lag, in seconds", points, point -> point.lagMs() / 1_000.0),
        of("Waiting copies", points, RegionPoint::waiting),
        of("Sessions held by receivers", points, RegionPoint::sessions));
  }

  private static Chart of(String title, List<Point> points, Column column) {
    SortedSet<RegionName> regions = new TreeSet<>();
    points.forEach(point -> regions.addAll(point.regions().keySet()));
    double top =
        Math.max(
            1,
            points.stream()
                .flatMap(point -> point.regions().values().stream())
                .mapToDouble(column)
                .max()
                .orElse(1));
    List<Line> lines =
        regions.stream()
            .map(region -> new Line(region.value(), pieces(points, region, column, top)))
            .toList();
    return new Chart(title, String.format(Locale.ROOT, top < 10 ? "%.1f" : "%,.0f", top), lines);
  }

  private static List<String> pieces(
      List<Point> points, RegionName region, Column column, double top) {
    List<String> pieces = new ArrayList<>();
    StringBuilder piece = new StringBuilder();
    for (Point point : points) {
      RegionPoint value = point.regions().get(region);
      if (value == null || value.isSilent()) {
        addIfAny(pieces, piece);
        piece.setLength(0);
      } else {
        piece.append(
            String.format(
                Locale.ROOT,
                "%.1f,%.1f ",
                x(points, point),
                HEIGHT - HEIGHT * column.applyAsDouble(value) / top));
      }
    }
    addIfAny(pieces, piece);
    return pieces;
  }

  private static double x(List<Point> points, Point point) {
    long whole =
        Duration.between(points.get(0).at(), points.get(points.size() - 1).at()).toMillis();
    long part = Duration.between(points.get(0).at(), point.at()).toMillis();
    return whole == 0 ? 0 : (double) WIDTH * part / whole;
  }

  private static void addIfAny(List<String> pieces, StringBuilder piece) {
    if (!piece.isEmpty()) {
      pieces.add(piece.toString().strip());
    }
  }
}
