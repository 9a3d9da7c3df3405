package io.twinbus.certify.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.certify.check.Result;
import io.twinbus.certify.run.Measured;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A report as a JSON document, and what a later run reads of it. */
public final class ReportJson {

  private static final int FORMAT = 1;
  private static final double TENTHS = 10;
  private static final double NANOS_A_MILLI = 1_000_000;

  /** A report has some forty results of less than 2 KiB each. */
  private static final int MAX_BYTES = 16 << 20;

  private ReportJson() {}

  /** The whole report. */
  public static ObjectNode of(RunReport report) {
    RunReport.Subject subject = report.subject();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("format", FORMAT)
        .put("verdict", report.worst().name())
        .put("cluster", subject.cluster())
        .put("version", subject.version())
        .put("run", subject.run())
        .put("startedAt", subject.startedAt().toString())
        .put("tookMs", subject.took().toMillis());
    ObjectNode places = json.putObject("places");
    subject.places().forEach(places::put);
    json.putObject("cost")
        .put("operations", report.cost().operations())
        .put("requestUnits", report.cost().requestUnits());
    ArrayNode results = json.putArray("results");
    report.results().forEach(result -> results.add(of(result)));
    ArrayNode measured = json.putArray("measured");
    report.measured().forEach(one -> measured.add(of(one)));
    texts(json.putArray("cleared"), report.tidying().cleared());
    texts(json.putArray("made"), report.tidying().made());
    texts(json.putArray("left"), report.tidying().left());
    return json;
  }

  /** One result. */
  public static ObjectNode of(Result result) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("check", result.assumption().id())
        .put("place", result.place())
        .put("verdict", result.verdict().grade().name())
        .put("seen", result.verdict().sentence())
        .put("assumption", result.assumption().sentence())
        .put("promise", result.assumption().reason().promise().words())
        .put("document", result.assumption().reason().document())
        .put("tookMs", result.took().toMillis());
  }

  private static ObjectNode of(Measured measured) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("place", measured.place())
        .put("request", measured.request())
        .put("answers", measured.answers())
        .put("medianMs", millis(measured.median()))
        .put("longestMs", millis(measured.longest()))
        .put("perSecond", Math.round(measured.perSecond() * TENTHS) / TENTHS);
  }

  private static double millis(Duration time) {
    return Math.round(time.toNanos() * TENTHS / NANOS_A_MILLI) / TENTHS;
  }

  /**
   * The verdicts of an earlier report, by check and place.
   *
   * @throws IOException when the file cannot be read, is larger than 16 MiB, or is no report
   */
  public static Map<String, String> verdicts(Path file) throws IOException {
    JsonNode json = new ObjectMapper().readTree(content(file));
    if (json == null || json.path("format").asInt() != FORMAT) {
      throw new IOException("it is no report of certify");
    }
    Map<String, String> verdicts = new TreeMap<>();
    for (JsonNode result : json.path("results")) {
      verdicts.put(
          result.path("check").asText() + " in " + result.path("place").asText(),
          result.path("verdict").asText());
    }
    return verdicts;
  }

  private static byte[] content(Path file) throws IOException {
    try (InputStream content = Files.newInputStream(file)) {
      byte[] bytes = content.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IOException("it is larger than 16 MiB");
      }
      return bytes;
    }
  }

  private static void texts(ArrayNode array, List<String> texts) {
    texts.forEach(array::add);
  }
}
