package io.twinbus.protocol;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedSet;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Which region is a session's home: where its copies arrive first.
 *
 * <p>Either one fixed region for all sessions, or by session, so that every region does primary
 * work. Every producer of a session must use the same policy and the same regions; a difference
 * costs latency (copies arrive later in the region that works), never order.
 *
 * <p>Immutable and thread-safe.
 */
public final class HomePolicy {

  /** The word in configuration for {@link #bySession()}. */
  public static final String BY_SESSION = "by-session";

  private final @Nullable RegionName fixed;

  private HomePolicy(@Nullable RegionName fixed) {
    this.fixed = fixed;
  }

  /** Every session is at home in {@code region}. */
  public static HomePolicy fixed(RegionName region) {
    return new HomePolicy(region);
  }

  /**
   * A session's home is picked by the CRC-32 of its wire id, over the regions in alphabetical
   * order.
   */
  public static HomePolicy bySession() {
    return new HomePolicy(null);
  }

  /** The home region of {@code session} among {@code regions}, of which there is at least one. */
  public RegionName homeOf(SessionId session, SortedSet<RegionName> regions) {
    if (fixed != null) {
      return fixed;
    }
    CRC32 crc = new CRC32();
    crc.update(session.wire().getBytes(StandardCharsets.UTF_8));
    return List.copyOf(regions).get((int) (crc.getValue() % regions.size()));
  }

  @Override
  public String toString() {
    return fixed == null ? BY_SESSION : fixed.value();
  }
}
