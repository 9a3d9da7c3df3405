package io.twinbus.simulation;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.Overflow;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Session records with what the documents of their cold streams say beside them. */
final class WholeRecords {

  private static final Comparator<EndedRange> BY_NUMBER =
      Comparator.comparing(EndedRange::stream).thenComparingLong(EndedRange::from);

  private final Map<SessionId, Map<StreamId, MessageContent.Cold>> documents = new HashMap<>();

  /** A document has been written. */
  void written(SessionId session, MessageContent.Cold document) {
    documents.computeIfAbsent(session, first -> new TreeMap<>()).put(document.stream(), document);
  }

  /** All that the ledger says of the record's streams: what the record says of one counts. */
  SessionRecord whole(SessionRecord record) {
    Map<StreamId, MessageContent.Cold> cold = documents.get(record.session());
    if (cold == null) {
      return record;
    }
    Progress progress = record.progress();
    SortedMap<StreamId, Cursor> cursors = new TreeMap<>(progress.cursors());
    SortedMap<StreamId, Overflow> overflow = new TreeMap<>(progress.annex().overflow());
    List<EndedRange> ended = new ArrayList<>(progress.ended());
    cold.forEach(
        (stream, document) -> {
          if (cursors.putIfAbsent(stream, document.cursor()) == null) {
            document.overflow().ifPresent(known -> overflow.put(stream, known));
            ended.addAll(document.ended());
          }
        });
    ended.sort(BY_NUMBER);
    return record.withProgress(
        new Progress(
            cursors,
            ended,
            progress.suspects(),
            progress.waiting(),
            progress.annex().withOverflow(overflow)));
  }
}
