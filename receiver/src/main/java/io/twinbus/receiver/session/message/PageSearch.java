package io.twinbus.receiver.session.message;

import io.twinbus.ledger.MessageContent;
import io.twinbus.protocol.Position;
import java.util.Optional;

/**
 * A search by halves for the page of a stream that speaks of a number. It begins with the newest,
 * for stragglers are young.
 *
 * @param position whose end is looked for
 * @param from the lowest page that it may be on
 * @param to the highest one
 * @param page the page to read now
 * @param hasMissed whether a page was not there any more
 */
record PageSearch(Position position, long from, long to, long page, boolean hasMissed) {

  static PageSearch of(Position position, long pages) {
    return new PageSearch(position, 0, pages - 1, pages - 1, false);
  }

  /** What to read after {@code read}; nothing when that one settles it. */
  Optional<PageSearch> after(MessageContent.Page read) {
    if (position.seq() < read.from()) {
      return between(from, page - 1, hasMissed);
    }
    return position.seq() > read.to() ? between(page + 1, to, hasMissed) : Optional.empty();
  }

  /** What to read after a page that has expired: the older ones have, too. */
  Optional<PageSearch> afterAbsent() {
    return between(page + 1, to, true);
  }

  private Optional<PageSearch> between(long low, long high, boolean missed) {
    return low > high
        ? Optional.empty()
        : Optional.of(new PageSearch(position, low, high, (low + high) / 2, missed));
  }
}
