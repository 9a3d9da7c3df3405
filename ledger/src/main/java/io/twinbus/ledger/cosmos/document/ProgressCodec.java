package io.twinbus.ledger.cosmos.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.Suspect;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A session's progress as the fields {@code cursors}, {@code ended}, {@code suspects}, {@code
 * waiting} and {@code annex}: lists of objects, because a stream's name may be anything and a
 * field's name may not.
 */
public final class ProgressCodec {

  private ProgressCodec() {}

  public static void encode(ObjectNode document, Progress progress) {
    ArrayNode cursors = document.putArray("cursors");
    progress
        .cursors()
        .forEach(
            (stream, cursor) -> encode(cursors.addObject().put("stream", stream.value()), cursor));
    ArrayNode ended = document.putArray("ended");
    for (EndedRange range : progress.ended()) {
      encode(ended.addObject(), range);
    }
    ArrayNode suspects = document.putArray("suspects");
    progress.eachSuspect((stream, suspect) -> encode(suspects.addObject(), stream, suspect));
    ArrayNode waiting = document.putArray("waiting");
    progress.waiting().forEach((stream, gap) -> encodeGap(waiting.addObject(), stream, gap));
    BesideRecordCodec.encode(document, progress.annex());
  }

  static void encode(ObjectNode target, Cursor cursor) {
    target.put("seq", Fields.write(cursor.seq())).put("at", Fields.write(cursor.at()));
    if (cursor.explicit()) {
      target.put("explicit", true);
    }
  }

  static Cursor cursor(Fields item) {
    return new Cursor(
        item.number("seq"), item.instant("at"), item.has("explicit") && item.truth("explicit"));
  }

  private static void encode(ObjectNode target, StreamId stream, Suspect suspect) {
    target
        .put("stream", stream.value())
        .put("seq", Fields.write(suspect.seq()))
        .put("takeovers", suspect.takeovers())
        .put("started", suspect.started());
    FailureCodec.encode(target, suspect.failed());
  }

  public static void encode(ObjectNode target, EndedRange range) {
    target
        .put("stream", range.stream().value())
        .put("from", Fields.write(range.from()))
        .put("to", Fields.write(range.to()))
        .put("state", range.state().name())
        .put("reason", range.reason());
  }

  private static void encodeGap(ObjectNode target, StreamId stream, Gap gap) {
    target.put("stream", stream.value()).put("cursor", Fields.write(gap.cursor()));
    ArrayNode reports = target.putArray("reports");
    gap.reports()
        .forEach(
            (region, report) ->
                reports
                    .addObject()
                    .put("region", region.value())
                    .put("lowestHeld", Fields.write(report.lowestHeld()))
                    .put("since", Fields.write(report.since())));
  }

  public static Progress decode(Fields document) {
    return new Progress(
        byStream(document, "cursors", ProgressCodec::cursor),
        document.list("ended", ProgressCodec::range),
        suspects(document),
        byStream(document, "waiting", ProgressCodec::gap),
        BesideRecordCodec.decode(document));
  }

  public static EndedRange range(Fields item) {
    return new EndedRange(
        stream(item),
        item.number("from"),
        item.number("to"),
        item.constant("state", EndState.class),
        item.text("reason"));
  }

  /** Those of one stream stand one after the other, the earliest first. */
  private static SortedMap<StreamId, Suspect> suspects(Fields document) {
    List<Map.Entry<StreamId, Suspect>> items =
        document.list("suspects", item -> Map.entry(stream(item), suspect(item)));
    SortedMap<StreamId, Suspect> first = new TreeMap<>();
    for (int i = items.size() - 1; i >= 0; i--) {
      Suspect suspect = items.get(i).getValue();
      first.compute(
          items.get(i).getKey(), (stream, next) -> suspect.withLater(Optional.ofNullable(next)));
    }
    return first;
  }

  private static Suspect suspect(Fields item) {
    return new Suspect(
        item.number("seq"),
        FailureCodec.decode(item),
        item.small("takeovers"),
        item.truth("started"),
        Optional.empty());
  }

  private static Gap gap(Fields item) {
    SortedMap<RegionName, Gap.Report> reports = new TreeMap<>();
    for (Map.Entry<RegionName, Gap.Report> report : item.list("reports", ProgressCodec::report)) {
      reports.put(report.getKey(), report.getValue());
    }
    return new Gap(item.number("cursor"), reports);
  }

  private static Map.Entry<RegionName, Gap.Report> report(Fields item) {
    return Map.entry(
        new RegionName(item.text("region")),
        new Gap.Report(item.number("lowestHeld"), item.instant("since")));
  }

  private static <T> SortedMap<StreamId, T> byStream(
      Fields document, String name, Function<Fields, T> read) {
    List<Map.Entry<StreamId, T>> items =
        document.list(name, item -> Map.entry(stream(item), read.apply(item)));
    SortedMap<StreamId, T> map = new TreeMap<>();
    for (Map.Entry<StreamId, T> item : items) {
      map.put(item.getKey(), item.getValue());
    }
    return map;
  }

  private static StreamId stream(Fields item) {
    return new StreamId(item.text("stream"));
  }
}
