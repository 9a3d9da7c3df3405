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
 *   <li>The numbers must follow each other; in each segment group follows group.
 *   <li>What follows the last whole group of the last segment, and holds no whole group, was being
 *       written when the process or machine ended: nobody was told that it is there. It is cut off.
 *   <li>Anything else that cannot be read is damage, and refused rather than read around; but where
 *       groups were acknowledged unforced and the machine ended, the log ends at the first one that
 *       is not whole.
 *   <li>A last segment whose first group is not whole was being begun: it is deleted.
 * </ol>
 *
 * <p>Appending and rolling belong to one thread; {@link #read} may run on another.
 */
public final class JournalLog {

  /** What a group holds at most, unless one record is larger. */
  private static final int GROUP_RECORDS = 1_000;

  private static final long GROUP_BYTES = 1024 * 1024;

  private final JournalFiles files;

  /** Where the next group goes; one value, for {@link #read} looks at it from another thread. */
  private volatile Place tail = new Place(0, 0);

  /** What was read: the messages, and where to go on. */
  public record Chunk(List<JournalRecord.Message> messages, Place next) {}

  private JournalLog(JournalFiles files) {
    this.files = files;
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
            "The journal lacks %s, which stood between files that are there: put it back, or move the"
                    .formatted(files.nameOf(segments.get(i - 1) + 1))
                + " whole directory away and lose what its messages were not delivered.");
      }
      log.replay(segment, i == segments.size() - 1, holesAllowed, replay);
    }
    return log;
  }

  private void replay(
      long segment, boolean isLast, boolean holesAllowed, ObjLongConsumer<JournalRecord> replay)
      throws IOException {
    byte[] bytes = bytes(segment);
    int at = 0;
    while (Group.isWholeAt(bytes, at)) {
      int length = Group.lengthAt(bytes, at);
      byte[] body = new byte[length];
      System.arraycopy(bytes, at + Group.HEADER, body, 0, length);
      for (JournalRecord record : decode(segment, at, body)) {
        replay.accept(record, segment);
      }
      at += Group.HEADER + length;
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
      tail = new Place(segment, at);
    }
  }

  private byte[] bytes(long segment) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(files.size(segment)));
    files.read(segment, 0, buffer);
    return buffer.array();
  }

  private static boolean hasGroupAfter(byte[] bytes, int at) {
    for (int i = at + 1; i < bytes.length; i++) {
      if (bytes[i] == (byte) (Group.MARK >>> 24) && Group.isWholeAt(bytes, i)) {
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
            + " away and lose what its messages were not delivered.";
    return cause == null ? new JournalException(sentence) : new JournalException(sentence, cause);
  }

  /** Where the next group goes; segment 0: there is none yet. */
  public Place tail() {
    return tail;
  }

  /** Appends records in groups; when it fails, nothing of them stands in the log. */
  public void append(List<? extends JournalRecord> records) throws IOException {
    Place before = tail;
    long written = before.offset();
    try {
      for (List<JournalRecord> some : groups(records)) {
        ByteBuffer group = Group.of(some);
        written += group.remaining();
        files.append(before.segment(), group);
      }
    } catch (IOException e) {
      cutBack(before);
      throw e;
    }
    tail = new Place(before.segment(), written);
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
    files.force(tail.segment());
  }

  /** Cuts the active segment back to where it ended before: the rest could not be made durable. */
  public void rewind(Place before) throws IOException {
    tail = before;
    cutBack(before);
  }

  private void cutBack(Place end) throws IOException {
    if (files.size(end.segment()) > end.offset()) {
      files.truncate(end.segment(), end.offset());
    }
  }

  /** Makes the active segment durable and begins the next one with {@code start}, in one group. */
  public void roll(long segment, List<? extends JournalRecord> start) throws IOException {
    if (tail.segment() > 0) {
      files.force(tail.segment());
    }
    ByteBuffer group = Group.of(start);
    int size = group.remaining();
    try {
      files.append(segment, group);
      files.force(segment);
    } catch (IOException e) {
      files.delete(segment);
      throw e;
    }
    tail = new Place(segment, size);
  }

  /** Deletes a segment that is not needed any more; answers its size. */
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

  /** Reads whole groups from a place on, until there are so many messages or the log ends. */
  public Chunk read(Place from, int messages) throws IOException {
    List<JournalRecord.Message> found = new ArrayList<>();
    Place at = from;
    while (found.size() < messages) {
      Place end = tail;
      boolean inLast = at.segment() >= end.segment();
      long limit = inLast ? end.offset() : sizeUnlessDropped(at.segment());
      if (at.offset() >= limit) {
        if (inLast) {
          break;
        }
        at = new Place(at.segment() + 1, 0);
        continue;
      }
      at = readGroup(at, found);
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

  private Place readGroup(Place at, List<JournalRecord.Message> found) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(Group.HEADER);
    files.read(at.segment(), at.offset(), header);
    header.flip();
    if (header.remaining() < Group.HEADER || header.getInt() != Group.MARK) {
      throw damaged(at.segment(), at.offset(), null);
    }
    ByteBuffer body = ByteBuffer.allocate(header.getInt());
    files.read(at.segment(), at.offset() + Group.HEADER, body);
    if (!Group.isBody(body.array(), header.getInt())) {
      throw damaged(at.segment(), at.offset(), null);
    }
    for (JournalRecord record : decode(at.segment(), at.offset(), body.array())) {
      if (record instanceof JournalRecord.Message message) {
        found.add(message);
      }
    }
    return new Place(at.segment(), at.offset() + Group.HEADER + body.capacity());
  }
}
