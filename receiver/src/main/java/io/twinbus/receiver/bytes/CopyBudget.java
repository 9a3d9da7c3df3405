package io.twinbus.receiver.bytes;

import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of copies that one process holds at a time, shared by its queues and their sessions. A
 * locked copy cannot be let go and had again. So what is beyond the bound is not asked for:
 *
 * <ol>
 *   <li>A session that has nothing in hand may always have one copy: its bytes are kept free.
 *   <li>Beyond that, a session holds at most as many bytes as are free beside it. So one session
 *       has half the bound, each of {@code n} sessions an {@code (n + 1)}th, and there is room for
 *       the next one.
 *   <li>Where there are several queues, the same holds for each of them: its sessions together hold
 *       at most as many bytes as are free beside them. So a flooded queue has half the bound at
 *       most, and each of {@code n} flooded ones an {@code (n + 1)}th, however many sessions it
 *       has.
 *   <li>How many copies those bytes are follows the sizes that the session has seen of late; before
 *       its first copy, those of its queue. While nothing is known of either it asks for one.
 *   <li>What a session has asked for and not got counts as had, for a broker may deliver it at any
 *       time. It is at most a thirty-second part of what is free, or one copy.
 *   <li>A queue accepts a session only while a copy of the largest size seen of late is free for
 *       it, and for each other queue that has no session, and only within the bytes that its queue
 *       may hold. From then on the copy's bytes are kept free. A queue without a session always
 *       accepts one.
 *   <li>A queue whose first copy has not come accepts eight sessions at most: the others wait until
 *       its size is known.
 * </ol>
 *
 * <p>The bound is exceeded only by copies that are larger than those seen before, by the first
 * eight of a queue, and by the few that searches have read for gaps. Thread-safe.
 */
public final class CopyBudget {

  private static final int PARTS_AHEAD = 32;

  /** How many first copies may come before the size of one is known. */
  private static final int UNMEASURED = 8;

  private final long bound;
  private final List<Share> shares = new ArrayList<>();
  private long reserved;
  private long held;

  /** A budget of {@code bound} bytes, none of which is taken. */
  public CopyBudget(long bound) {
    this.bound = bound;
  }

  /** The share of one more queue. */
  public synchronized Share share() {
    Share share = new Share();
    shares.add(share);
    return share;
  }

  /** The bytes of copies in hand, and the most there are to be. */
  public synchronized Held held() {
    return new Held(held, bound);
  }

  private long free() {
    long free = bound - reserved;
    for (Share share : shares) { // asked for each copy that comes or goes
      free -= share.kept();
    }
    return free;
  }

  /**
   * How many bytes are taken.
   *
   * @param bytes the bytes of copies in hand
   * @param bound the most there are to be
   */
  public record Held(long bytes, long bound) {}

  /** One queue's part of the budget. */
  public final class Share {

    private final SizeEstimate sizes = new SizeEstimate();
    private int sessions;
    private int coming;

    /** What its sessions hold, or have asked for. */
    private long taken;

    private Share() {}

    /** The account of one more session, with nothing in hand. */
    public Account open() {
      synchronized (CopyBudget.this) {
        sessions++;
        coming = Math.max(0, coming - 1);
        Account account = new Account(this);
        account.reserve();
        return account;
      }
    }

    /**
     * Keeps the bytes free for the first copies of the sessions that these accepts bring, in place
     * of what the last call kept. Where they do not fit, it keeps them for one accept less.
     *
     * @param accepts how many accepts wait or bring one just now, the next one included
     * @return whether the next one may be made
     */
    public boolean keepFreeForAccepts(int accepts) {
      synchronized (CopyBudget.this) {
        coming = 0;
        boolean may =
            (sessions == 0 && accepts <= 1) || (isMeasured(accepts) && isRoomFor(accepts));
        coming = may ? accepts : accepts - 1;
        return may;
      }
    }

    private boolean isMeasured(int accepts) {
      return sizes.bytes() > 0 || sessions + accepts <= UNMEASURED;
    }

    private boolean isRoomFor(int accepts) {
      long others = shares.stream().filter(each -> each != this && each.isEmpty()).count();
      long firstCopies = sizes.bytes() * accepts;
      return free() >= firstCopies + sizes.bytes() * others && room() >= firstCopies;
    }

    /** How many more bytes its sessions may take. */
    private long room() {
      return shares.size() == 1 ? free() : (free() - taken - kept()) / 2;
    }

    private boolean isEmpty() {
      return sessions == 0 && coming == 0;
    }

    /** The first copies of the sessions that come. */
    private long kept() {
      return coming * sizes.bytes();
    }
  }

  /** What one session has of the budget. */
  public final class Account {

    private final Share share;
    private final SizeEstimate sizes = new SizeEstimate();
    private long mine;
    private long myBytes;
    private int copies;
    private int outstanding;
    private int wanted;
    private boolean closed;

    private Account(Share share) {
      this.share = share;
    }

    /** The session wants {@code more} copies; how many to ask the broker for now. */
    public int want(int more) {
      synchronized (CopyBudget.this) {
        wanted += more;
        return grant();
      }
    }

    /** A copy that was asked for has come; how many more to ask for now. */
    public int delivered(long size) {
      synchronized (CopyBudget.this) {
        outstanding = Math.max(0, outstanding - 1);
        sizes.saw(size);
        share.sizes.saw(size);
        hold(1, size);
        return grant();
      }
    }

    /** A copy is in hand that was not asked for: a search has read it. */
    public void found(long size) {
      synchronized (CopyBudget.this) {
        hold(1, size);
        reserve();
      }
    }

    /** {@code count} copies of {@code size} bytes have been let go; how many to ask for now. */
    public int released(int count, long size) {
      synchronized (CopyBudget.this) {
        hold(-count, -size);
        return grant();
      }
    }

    /** How many to ask for now, since others may have let bytes go. */
    public int more() {
      synchronized (CopyBudget.this) {
        return grant();
      }
    }

    /** Whether the session wants copies, and nothing is asked for until it lets some go. */
    public boolean isHeldBack() {
      synchronized (CopyBudget.this) {
        return !closed && wanted > 0 && outstanding == 0;
      }
    }

    /** The session has let all go, and asks for nothing any more. */
    public void close() {
      synchronized (CopyBudget.this) {
        if (!closed) {
          hold(-copies, -myBytes);
          reserved -= mine;
          share.taken -= mine;
          outstanding = 0;
          wanted = 0;
          closed = true;
          share.sessions--;
        }
      }
    }

    private void hold(int count, long bytes) {
      if (!closed) {
        copies += count;
        myBytes += bytes;
        held += bytes;
      }
    }

    private int grant() {
      if (closed) {
        return 0;
      }
      reserve();
      int granted = wanted == 0 ? 0 : Math.min(wanted, mayAsk());
      wanted -= granted;
      outstanding += granted;
      reserve();
      return granted;
    }

    private void reserve() {
      if (!closed) {
        long now = Math.max(expected(), myBytes + outstanding * expected());
        reserved += now - mine;
        share.taken += now - mine;
        mine = now;
      }
    }

    private long expected() {
      return sizes.bytes() > 0 ? sizes.bytes() : share.sizes.bytes();
    }

    private int mayAsk() {
      int first = copies == 0 && outstanding == 0 ? 1 : 0;
      long size = expected();
      if (size == 0) {
        return first;
      }
      long free = free();
      long ahead = Math.max(1, (free + outstanding * size) / PARTS_AHEAD / size);
      long fit = Math.min((share.room() - mine) / 2 / size, ahead - outstanding);
      boolean isTooFew = outstanding > 0 && fit < Math.min(wanted, ahead / 2);
      return isTooFew || fit < first ? first : (int) Math.min(fit, Integer.MAX_VALUE);
    }
  }
}
