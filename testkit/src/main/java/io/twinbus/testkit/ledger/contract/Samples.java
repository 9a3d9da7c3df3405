package io.twinbus.testkit.ledger.contract;

import io.twinbus.ledger.BesideRecord;
import io.twinbus.ledger.Block;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.FailureCounts;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.NotedEnd;
import io.twinbus.ledger.Overflow;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Records and leases for suites; every name is new, since a real account remembers old ones. */
final class Samples {

  static final RegionName EAST = new RegionName("east");
  static final RegionName WEST = new RegionName("west");

  /** A lease keeps its writer's time in milliseconds. */
  static final Instant NOON_MILLIS = Instant.parse("2026-03-01T12:00:00.123Z");

  static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123456789Z");

  private Samples() {}

  static String fresh(String label) {
    return label + "-" + UUID.randomUUID();
  }

  static SessionId session(String label) {
    return new SessionId(fresh(label));
  }

  static InstanceId instance() {
    return new InstanceId(UUID.randomUUID().toString().replace("-", ""));
  }

  static SessionRecord idle(SessionId session) {
    return SessionRecord.first(
        session, new Custody(SessionStatus.IDLE, null, NOON.toEpochMilli(), null), stamp());
  }

  static SessionRecord working(SessionId session, Owner owner) {
    return SessionRecord.first(session, idle(session).custody().claimedBy(owner), stamp());
  }

  static SessionRecord blocked(SessionId session) {
    Block block = new Block("in doubt", "m-1", "ann", NOON);
    return SessionRecord.first(session, idle(session).custody().blocked(block), stamp());
  }

  /** With the cursor of a stream that the application numbers. */
  static SessionRecord explicit(SessionId session) {
    SessionRecord record = idle(session);
    return record.withProgress(
        new Progress(
            new TreeMap<>(Map.of(new StreamId("versions"), new Cursor(7, NOON).ofExplicit())),
            List.of(),
            new TreeMap<>(),
            new TreeMap<>(),
            BesideRecord.NONE));
  }

  static Owner owner(RegionName region) {
    return new Owner(region, instance(), new ClaimId(fresh("claim")));
  }

  /** The same record as another writer would write it. */
  static SessionRecord rewritten(SessionRecord record) {
    return record.withStamp(stamp());
  }

  static WriteMark stamp() {
    return WriteMark.of(new WriteId(fresh("write")), NOON);
  }

  /** Every field filled, numbers beyond what a double holds, texts that need escaping. */
  static SessionRecord full(SessionId session) {
    Block block =
        new Block("„poison“ \"\\/\n\t\u0000 end", "m/1?#\\", "ops \u00fc\ud83d\ude80", NOON);
    Custody custody =
        new Custody(SessionStatus.BLOCKED, owner(WEST), Long.MAX_VALUE - 1, block, true);
    StreamId first = new StreamId("s.1/$?#\\\"'é");
    StreamId second = new StreamId("x".repeat(128));
    Progress progress =
        new Progress(
            new TreeMap<>(
                Map.of(
                    first,
                    new Cursor(Long.MAX_VALUE, NOON),
                    second,
                    new Cursor(9_007_199_254_740_993L, Instant.EPOCH))),
            List.of(
                new EndedRange(first, 3, 3, EndState.DEAD, "TTLExpiredException"),
                new EndedRange(first, 5, 9_007_199_254_740_993L, EndState.SKIPPED, "ann: „späť“"),
                new EndedRange(second, 1, 2, EndState.HOLE, "")),
            new TreeMap<>(
                Map.of(
                    second,
                    new Suspect(
                        7,
                        new FailureCounts(3, 4, 5, 2, NOON),
                        2,
                        true,
                        Optional.of(new Suspect(9, 1, 0, false))))),
            new TreeMap<>(
                Map.of(
                    first,
                    new Gap(
                        Long.MAX_VALUE - 5,
                        new TreeMap<>(
                            Map.of(
                                EAST,
                                new Gap.Report(Long.MAX_VALUE, NOON),
                                WEST,
                                new Gap.Report(12, NOON.plusNanos(1))))))),
            new BesideRecord(
                new TreeMap<>(Map.of(first, new Overflow(3, 9_007_199_254_740_993L))),
                Optional.of(new NotedEnd(new MessageId("m/1?#\\"), EndState.DEAD, "„späť“")),
                Long.MAX_VALUE,
                9_007_199_254_740_995L));
    return new SessionRecord(session, custody, progress, Optional.of(everyByte()), stamp());
  }

  /** About half a megabyte of progress, and as much state as a handler may keep. */
  static SessionRecord large(SessionId session) {
    Map<StreamId, Cursor> cursors =
        IntStream.range(0, 256)
            .boxed()
            .collect(
                Collectors.toMap(
                    i -> new StreamId(i + "-" + "s".repeat(100)), i -> new Cursor(i, NOON)));
    List<EndedRange> ended =
        IntStream.range(0, 1000)
            .mapToObj(
                i ->
                    new EndedRange(
                        new StreamId("stream"), i, i, EndState.DEAD, "reason ".repeat(50)))
            .toList();
    Progress progress =
        new Progress(new TreeMap<>(cursors), ended, new TreeMap<>(), new TreeMap<>());
    return idle(session)
        .withProgress(progress)
        .withState(Optional.of(Body.wrap(new byte[256 * 1024])));
  }

  static MessageRecord open(SessionId session, MessageId message, Owner owner) {
    MessageAttempts tries = MessageAttempts.first(0).withStarted(true);
    return new MessageRecord(
        session, new MessageContent.Open(message, owner, NOON.toEpochMilli(), tries), stamp());
  }

  /** Every field filled, and texts that need escaping. */
  static List<MessageContent> contents() {
    MessageId message = new MessageId("m/1?#\\ ü\ud83d\ude80");
    StreamId stream = new StreamId("s.1/$?#\\\"'é");
    MessageAttempts tries =
        new MessageAttempts(new FailureCounts(3, 0, 5, 1, NOON), 2, true, 9_007_199_254_740_993L);
    return List.of(
        new MessageContent.Open(message, owner(WEST), Long.MAX_VALUE - 1, tries),
        new MessageContent.Open(message, null, 1, MessageAttempts.first(0)),
        new MessageContent.Over(message, EndState.SKIPPED, "ann: „späť“", Long.MAX_VALUE),
        new MessageContent.Page(
            stream,
            9_007_199_254_740_993L,
            List.of(
                new EndedRange(stream, 3, 3, EndState.DEAD, "TTLExpiredException"),
                new EndedRange(stream, 5, Long.MAX_VALUE, EndState.HOLE, ""))),
        new MessageContent.Cold(
            stream,
            new Cursor(9_007_199_254_740_993L, NOON, true),
            List.of(new EndedRange(stream, 3, 3, EndState.DEAD, "TTLExpiredException")),
            Optional.of(new Overflow(2, 9_007_199_254_740_993L))),
        new MessageContent.Cold(
            new StreamId("s"), new Cursor(1, NOON), List.of(), Optional.empty()));
  }

  private static Body everyByte() {
    byte[] bytes = new byte[256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    return Body.wrap(bytes);
  }

  static InstanceLease lease(InstanceId instance, long beat) {
    return new InstanceLease(
        instance, beat, WriteMark.of(new WriteId(fresh("write")), NOON_MILLIS));
  }
}
