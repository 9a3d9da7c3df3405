package io.twinbus.local.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a log from its beginning.
 *
 * <ol>
 *   <li>A group that the end of the file cuts off was never acknowledged: it is dropped.
 *   <li>So is a last group with a wrong checksum, and a tail of zeros: that is what a loss of power
 *       leaves behind.
 *   <li>Anything else that does not match its checksum is damage, and the file is refused.
 * </ol>
 */
final class LogReader {
  private static final Logger LOG = LoggerFactory.getLogger(LogReader.class);

  private final Path path;
  private final FileChannel file;
  private final LogIndex index = new LogIndex();
  private final Map<Integer, KeptMap> maps = new HashMap<>();
  private final Map<String, Map<String, byte[]>> contents = new HashMap<>();
  private long end = LogFormat.FILE_HEADER_BYTES;

  private LogReader(Path path, FileChannel file) {
    this.path = path;
    this.file = file;
  }

  /**
   * Reads all there is.
   *
   * @throws DataDirectoryException if it is damaged, or of a version that this program cannot read
   */
  static LogReader read(Path path, FileChannel file) throws IOException {
    LogReader reader = new LogReader(path, file);
    reader.checkHeader();
    while (reader.readGroup()) {}
    return reader;
  }

  /** What the maps held, by name and key. */
  Map<String, Map<String, byte[]>> contents() {
    return contents;
  }

  /** The maps that have a number, by it. */
  Map<Integer, KeptMap> maps() {
    return maps;
  }

  LogIndex index() {
    return index;
  }

  /** Where the valid part ends. */
  long end() {
    return end;
  }

  private void checkHeader() throws IOException {
    int version = LogFormat.version(bytes(0, LogFormat.FILE_HEADER_BYTES));
    if (version < 0) {
      throw new DataDirectoryException(path + " is no data of a local stack; name another place.");
    }
    if (version > LogFormat.VERSION) {
      throw new DataDirectoryException(
          "%s was written by a newer version of Twinbus (format %d, this one reads %d)."
              .formatted(path, version, LogFormat.VERSION));
    }
  }

  private boolean readGroup() throws IOException {
    long remaining = file.size() - end;
    if (remaining < LogFormat.GROUP_HEADER_BYTES) {
      return cutOff(remaining);
    }
    ByteBuffer header = bytes(end, LogFormat.GROUP_HEADER_BYTES);
    int length = header.getInt(0);
    if (LogFormat.checksum(header.slice(0, 8)) != header.getInt(8)) {
      if (isZero(end)) {
        return cutOff(remaining);
      }
      throw damaged();
    }
    long next = end + LogFormat.GROUP_HEADER_BYTES + length;
    if (next > file.size()) {
      return cutOff(remaining);
    }
    ByteBuffer body = bytes(end + LogFormat.GROUP_HEADER_BYTES, length);
    if (LogFormat.checksum(body.duplicate()) != header.getInt(4)) {
      if (isZero(next)) {
        return cutOff(remaining);
      }
      throw damaged();
    }
    apply(body, end + LogFormat.GROUP_HEADER_BYTES);
    end = next;
    return true;
  }

  private void apply(ByteBuffer body, long at) {
    while (body.hasRemaining()) {
      byte kind = body.get();
      int id = body.getInt();
      String text = text(body);
      if (kind == LogFormat.NAME_MAP) {
        KeptMap map = new KeptMap(id, text);
        maps.put(id, map);
        index.name(map);
        contents.computeIfAbsent(text, absent -> new HashMap<>());
        continue;
      }
      KeptMap map = maps.get(id);
      if (map == null || kind < LogFormat.PUT || kind > LogFormat.CLEAR) {
        throw damaged();
      }
      Map<String, byte[]> values = contents.computeIfAbsent(map.name(), none -> new HashMap<>());
      if (kind == LogFormat.CLEAR) {
        values.clear();
        index.clear(map);
      } else if (kind == LogFormat.REMOVE) {
        values.remove(text);
        index.remove(map, text);
      } else {
        byte[] value = new byte[body.getInt()];
        index.put(map, text, new LogIndex.Slot(at + body.position(), value.length));
        body.get(value);
        values.put(text, value);
      }
    }
  }

  private static String text(ByteBuffer body) {
    byte[] encoded = new byte[body.getInt()];
    body.get(encoded);
    return new String(encoded, StandardCharsets.UTF_8);
  }

  private boolean cutOff(long bytes) {
    if (bytes > 0) {
      LOG.info(
          "The last {} bytes of {} were never acknowledged and are dropped: the process that wrote"
              + " them was killed.",
          bytes,
          path);
    }
    return false;
  }

  /** Whether nothing but zeros follows. */
  private boolean isZero(long from) throws IOException {
    int step = 1 << 16;
    for (long at = from; at < file.size(); at += step) {
      ByteBuffer part = bytes(at, (int) Math.min(step, file.size() - at));
      while (part.hasRemaining()) {
        if (part.get() != 0) {
          return false;
        }
      }
    }
    return true;
  }

  private ByteBuffer bytes(long at, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining() && file.read(bytes, at + bytes.position()) >= 0) {}
    return bytes.flip();
  }

  private DataDirectoryException damaged() {
    return new DataDirectoryException(
        "%s is damaged at byte %d and cannot be trusted; restore it, or delete it and start empty."
            .formatted(path, end));
  }
}
