package io.twinbus.sender.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The log: groups of records in numbered segments, appended at the end.
 *
 * <p>Opening it:
 *
 * <ol>
 *   <li>The numbers of the segments must be consecutive; in each segment group follows group.
 *   <li>Bytes behind the last whole group of the last segment were being written when the process
 *       or the machine ended. They were never called durable, and are cut off.
 *   <li>Any other unreadable byte is damage, and the log is refused. But when groups were not
 *       forced and the machine ended, the log ends at the first group that is not whole.
 *   <li>A last segment whose first group is not whole was just being created: it is deleted.
 * </ol>
 *
 * <p>Appending and rolling belong to one thread; {@link #read} may run on another.
 */
public final class JournalLog {

  /** The most records of a group. */
  private static final int GROUP_RECORDS = 1_000;

  /** The most bytes of a group, unless one record is larger. */
  private static final long GROUP_BYTES = 1024 * 1024;

  private final JournalFiles files;
  private final SegmentEnd end;

  /** Where the next group goes; one volatile value, as {@link #read} runs on another thread. */
  private volatile LogPosition tail = new LogPosition(0, 0);

  /** The messages of one read, and where the next read begins. */
  public record Chunk(List<JournalRecord.Message> messages, LogPosition next) {}

  private JournalLog(JournalFiles files) {
    this.files = files;
    this.end = new SegmentEnd(files);
  }

  /**
   * Opens the log and hands every record to {@code replay}, with its segment.
   *
   * @param holesAllowed whether the last segment may end at its first damage
   * @throws JournalException when the log is damaged
   */
  public static JournalLog open(
      JournalFiles files, boolean holesAllowed, ObjLongConsumer<JournalRecord> replay)
      throws IOException {
    JournalLog log = new JournalLog(files);
    List<Long> segments = files.segments();
    for (int i = 0; i < segments.size(); i++) {
      long segment = segments.get(i);
      if (i > 0 && segment != segments.get(i - 1) + 1) {
        throw new JournalException(
            "The journal lacks %s, although later files exist: restore that file, or move the whole"
                    .formatted(files.nameOf(segments.get(i - 1) + 1))
                + " directory away and lose its undelivered messages.");
      }
      log.replay(segment, i == segments.size() - 1, holesAllowed, replay);
    }
    if (log.tail.segment() > 0) {
      log.force(); // what a process appended that was killed before it forced it
    }
    return log;
  }

  private void replay(
      long segment, boolean isLast, boolean holesAllowed, ObjLongConsumer<JournalRecord> replay)
      throws IOException {
    byte[] bytes = bytes(segment);
    int at = 0;
    while (RecordGroup.isWholeAt(bytes, at)) {
      int length = RecordGroup.lengthAt(bytes, at);
      byte[] body = new byte[length];
      System.arraycopy(bytes, at + RecordGroup.HEADER, body, 0, length);
      for (JournalRecord record : decode(segment, at, body)) {
        replay.accept(record, segment);
      }
      at += RecordGroup.HEADER + length;
    }
    if (at < bytes.length) {
      if (!isLast || (!holesAllowed && hasGroupAfter(bytes, at))) {
        throw damaged(segment, at, null);
      }
      if (at > 0) {
        files.truncate(segment, at);
      }
    }
    if (at == 0 && isLast) {
      files.delete(segment);
    } else {
      tail = new LogPosition(segment, at);
    }
  }

  private byte[] bytes(long segment) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(files.size(segment)));
    files.read(segment, 0, buffer);
    return buffer.array();
  }

  private static boolean hasGroupAfter(byte[] bytes, int at) {
    for (int i = at + 1; i < bytes.length; i++) {
      if (bytes[i] == (byte) (RecordGroup.MARK >>> 24) && RecordGroup.isWholeAt(bytes, i)) {
        return true;
      }
    }
    return false;
  }

  private List<JournalRecord> decode(long segment, long at, byte[] body) {
    try {
      return RecordCodec.read(body);
    } catch (IOException | RuntimeException e) {
      throw damaged(segment, at, e);
    }
  }

  private JournalException damaged(long segment, long at, @Nullable Exception cause) {
    String sentence =
        "The journal file %s is damaged at byte %d%s: restore the file, or move the whole directory"
                .formatted(
                    files.nameOf(segment), at, cause == null ? "" : " (" + cause.getMessage() + ")")
            + " away and lose its undelivered messages.";
    return cause == null ? new JournalException(sentence) : new JournalException(sentence, cause);
  }

  /** Where the next group goes; segment 0 when the log is empty. */
  public LogPosition tail() {
    return tail;
  }

  /**
   * Appends records in groups; when it fails, the log holds none of them. After a force that
   * failed, {@link #rewind} first, or {@link #force} until it succeeds: that writes anew what the
   * failed force was for, and nothing that was appended behind it.
   */
  public void append(List<? extends JournalRecord> records) throws IOException {
    LogPosition before = tail;
    long written = before.offset();
    try {
      for (List<JournalRecord> some : groups(records)) {
        ByteBuffer group = RecordGroup.of(some);
        written += group.remaining();
        files.append(before.segment(), group);
      }
    } catch (IOException e) {
      end.cutBack(before);
      throw e;
    }
    tail = new LogPosition(before.segment(), written);
  }

  private static List<List<JournalRecord>> groups(List<? extends JournalRecord> records) {
    List<List<JournalRecord>> groups = new ArrayList<>();
    List<JournalRecord> group = new ArrayList<>();
    long bytes = 0;
    for (JournalRecord record : records) {
      long size = record instanceof JournalRecord.Message each ? each.message().body().size() : 0;
      if (!group.isEmpty() && (group.size() >= GROUP_RECORDS || bytes + size > GROUP_BYTES)) {
        groups.add(group);
        group = new ArrayList<>();
        bytes = 0;
      }
      group.add(record);
      bytes += size;
    }
    if (!group.isEmpty()) {
      groups.add(group);
    }
    return groups;
  }

  /** Makes everything appended so far durable. */
  public void force() throws IOException {
    end.force(tail);
  }

  /** Cuts the active segment back to where it ended before: the rest could not be made durable. */
  public void rewind(LogPosition before) throws IOException {
    tail = before;
    end.cutBack(before);
  }

  /** Makes the active segment durable and begins the next one with {@code start}, in one group. */
  public void roll(long segment, List<? extends JournalRecord> start) throws IOException {
    if (tail.segment() > 0) {
      force();
    }
    files.delete(segment); // what an attempt that failed has left
    ByteBuffer group = RecordGroup.of(start);
    int size = group.remaining();
    files.append(segment, group);
    files.force(segment);
    end.begins(size);
    tail = new LogPosition(segment, size);
  }

  /** Deletes a segment that is no longer needed, and returns its size. */
  public long drop(long segment) throws IOException {
    long size = sizeUnlessDropped(segment);
    files.delete(segment);
    return size;
  }

  /** The bytes of all segments. */
  public long bytes() throws IOException {
    long bytes = 0;
    for (long segment : files.segments()) {
      bytes += files.size(segment);
    }
    return bytes;
  }

  /**
   * Reads whole groups from {@code from}, until it has {@code messages}, has read {@code bytes}, or
   * the log ends. A group is at most {@value #GROUP_BYTES} bytes, or one record. Groups without a
   * message do not count: they are not kept.
   */
  public Chunk read(LogPosition from, int messages, long bytes) throws IOException {
    List<JournalRecord.Message> found = new ArrayList<>();
    LogPosition at = from;
    long kept = 0;
    while (found.size() < messages && kept < bytes) {
      LogPosition end = tail;
      boolean inLast = at.segment() >= end.segment();
      long limit = inLast ? end.offset() : sizeUnlessDropped(at.segment());
      if (at.offset() >= limit) {
        if (inLast) {
          break;
        }
        at = new LogPosition(at.segment() + 1, 0);
        continue;
      }
      int before = found.size();
      LogPosition next = readGroup(at, found);
      kept += found.size() > before ? next.offset() - at.offset() : 0;
      at = next;
    }
    return new Chunk(found, at);
  }

  private long sizeUnlessDropped(long segment) throws IOException {
    try {
      return files.size(segment);
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  private LogPosition readGroup(LogPosition at, List<JournalRecord.Message> found)
      throws IOException {
    ByteBuffer header = ByteBuffer.allocate(RecordGroup.HEADER);
    files.read(at.segment(), at.offset(), header);
    header.flip();
    if (header.remaining() < RecordGroup.HEADER || header.getInt() != RecordGroup.MARK) {
      throw damaged(at.segment(), at.offset(), null);
    }
    // A damaged length can say anything: the checksum tells, but not before the memory is taken.
    long length = Integer.toUnsignedLong(header.getInt());
    ByteBuffer body = ByteBuffer.allocate((int) Math.min(length, files.size(at.segment())));
    files.read(at.segment(), at.offset() + RecordGroup.HEADER, body);
    if (!RecordGroup.isBody(body.array(), header.getInt())) {
      throw damaged(at.segment(), at.offset(), null);
    }
    for (JournalRecord record : decode(at.segment(), at.offset(), body.array())) {
      if (record instanceof JournalRecord.Message message) {
        found.add(message);
      }
    }
    return new LogPosition(at.segment(), at.offset() + RecordGroup.HEADER + body.capacity());
  }
}
