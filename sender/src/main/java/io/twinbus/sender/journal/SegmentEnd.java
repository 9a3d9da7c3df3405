package io.twinbus.sender.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The end of the active segment, behind which nothing is durable yet.
 *
 * <p>After a force that failed, the kernel may call pages written that it has dropped. So what the
 * force was for is kept, and appended anew before the next force. Not thread-safe.
 */
final class SegmentEnd {

  private final JournalFiles files;

  /** Up to where the segment is durable. */
  private long durable;

  /** What stood behind {@link #durable} when a force failed; null while none has. */
  private byte @Nullable [] doubtful;

  SegmentEnd(JournalFiles files) {
    this.files = files;
  }

  /** A new segment begins with {@code size} durable bytes. */
  void begins(long size) {
    durable = size;
    doubtful = null;
  }

  /** Makes the segment durable up to {@code end}, where it ends. */
  void force(LogPosition end) throws IOException {
    byte[] kept = doubtful;
    if (kept != null) {
      appendAnew(end.segment(), kept);
    }
    try {
      files.force(end.segment());
    } catch (IOException e) {
      doubt(end);
      throw e;
    }
    begins(end.offset());
  }

  /** Cuts the segment back to {@code before}, which is not before its durable end. */
  void cutBack(LogPosition before) throws IOException {
    byte[] kept = doubtful;
    if (kept != null) {
      doubtful = Arrays.copyOf(kept, Math.toIntExact(before.offset() - durable));
      force(before);
    } else if (files.size(before.segment()) > before.offset()) {
      try {
        files.truncate(before.segment(), before.offset()); // forces, too
      } catch (IOException e) {
        doubt(before);
        throw e;
      }
    }
  }

  private void doubt(LogPosition end) throws IOException {
    if (doubtful == null) {
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(end.offset() - durable));
      doubtful = bytes.array(); // without a whole group, should it not be readable
      files.read(end.segment(), durable, bytes);
    }
  }

  private void appendAnew(long segment, byte[] kept) throws IOException {
    int at = 0;
    while (at < kept.length) {
      if (!RecordGroup.isWholeAt(kept, at)) {
        throw new IOException("what could not be forced cannot be read back either");
      }
      at += RecordGroup.HEADER + RecordGroup.lengthAt(kept, at);
    }
    files.truncate(segment, durable);
    files.append(segment, ByteBuffer.wrap(kept));
  }
}
