package io.twinbus.receiver.rules;

import io.twinbus.protocol.time.MonotonicTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * The places for sessions of one process, shared by its queues. An accept that waits at the broker
 * holds the place of the session that it may bring.
 *
 * <ol>
 *   <li>Of {@code total} places and {@code n} queues, each queue is guaranteed {@code total / n},
 *       or as many as its own limit allows.
 *   <li>A queue may take what the others do not use. The first place of each queue is never lent: a
 *       queue without any can ask for a session at once.
 *   <li>A queue below its guarantee that finds no place free is short. While one is short, none at
 *       or above its guarantee takes a place, and those above give back as many as are lacking.
 * </ol>
 *
 * <p>So there are never more than {@code total} places in use; and a queue that stays short gets
 * its guarantee as soon as as many sessions of the others have been handed back. With one queue it
 * is a plain limit. Thread-safe.
 */
public final class SharedPlaces {

  private final int total;
  private final List<Share> shares = new ArrayList<>();

  /** {@code total} places, none of which is taken. */
  public SharedPlaces(int total) {
    this.total = total;
  }

  /**
   * The share of one more queue; all of them are made before the first place is taken.
   *
   * @param most how many places the queue may have
   * @param sessions how many places its sessions take
   */
  public synchronized Share share(int most, IntSupplier sessions) {
    Share share = new Share(most, sessions);
    shares.add(share);
    return share;
  }

  /** How many places there are. */
  public int total() {
    return total;
  }

  private int used() {
    return shares.stream().mapToInt(Share::used).sum();
  }

  private boolean isAnyShort() {
    return shares.stream().anyMatch(share -> share.lacking() > 0);
  }

  /** One queue's part of the places. */
  public final class Share {

    private final int most;
    private final IntSupplier sessions;
    private final PlaceShortage shortage = new PlaceShortage();
    private int waiting;
    private int arriving;
    private int wanted;

    private Share(int most, IntSupplier sessions) {
      this.most = most;
      this.sessions = sessions;
    }

    /**
     * Takes a place for an accept, if it may.
     *
     * @param places how many the queue could use just now, this one included
     */
    public boolean tryTake(int places) {
      synchronized (SharedPlaces.this) {
        wanted = 0;
        if (!may(used(), SharedPlaces.this.used())) {
          wanted = places;
          return false;
        }
        waiting++;
        return true;
      }
    }

    /** The queue wants no more places for the time being. */
    public void wantsNone() {
      synchronized (SharedPlaces.this) {
        wanted = 0;
      }
    }

    /** The accept has brought an answer, and its place is a session's, until {@link #arrived}. */
    public void answered() {
      synchronized (SharedPlaces.this) {
        waiting--;
        arriving++;
      }
    }

    /** The session that the answer brought, if it did, counts among the queue's sessions. */
    public void arrived() {
      synchronized (SharedPlaces.this) {
        arriving--;
      }
    }

    /** How many accepts wait. */
    public int waiting() {
      synchronized (SharedPlaces.this) {
        return waiting;
      }
    }

    /** How many accepts wait, or bring a session just now. */
    public int coming() {
      synchronized (SharedPlaces.this) {
        return waiting + arriving;
      }
    }

    /** Whether a session that comes now would find a place. */
    public boolean hasRoom() {
      synchronized (SharedPlaces.this) {
        int coming = shares.stream().mapToInt(share -> share.arriving).sum();
        return waiting > 0 || may(used() - arriving, SharedPlaces.this.used() - coming);
      }
    }

    /** Whether the queue has asked for a place in vain, and wants it still. */
    public boolean wants() {
      synchronized (SharedPlaces.this) {
        return wanted > 0;
      }
    }

    /**
     * Whether no session finds a place, and none is about to be given back by other queues, as
     * {@link PlaceShortage} has it.
     */
    public boolean isShortAt(MonotonicTime now) {
      synchronized (SharedPlaces.this) {
        return shortage.lasts(!hasRoom(), used() < guaranteed(), now);
      }
    }

    /** Whether the queue lacks places that it is guaranteed, and has asked for one. */
    public boolean isShort() {
      synchronized (SharedPlaces.this) {
        return lacking() > 0;
      }
    }

    /**
     * How many places it has to give back, so that others have what they are guaranteed. What a
     * share made before this one owes is not owed twice.
     */
    public int owes() {
      synchronized (SharedPlaces.this) {
        int lacking = shares.stream().mapToInt(Share::lacking).sum();
        for (Share share : shares) {
          int owed = Math.max(0, Math.min(share.used() - share.guaranteed(), lacking));
          if (share == this) {
            return owed;
          }
          lacking -= owed;
        }
        return 0;
      }
    }

    /** How many places are its own. */
    public int guaranteed() {
      return Math.min(most, total / Math.max(1, shares.size()));
    }

    private boolean may(int mine, int all) {
      int free = total - all;
      if (mine >= most || free <= 0) {
        return false;
      }
      if (mine == 0) {
        return true;
      }
      boolean isFirstOfOthersLeft = free > othersWithout();
      return mine < guaranteed() ? isFirstOfOthersLeft : isFirstOfOthersLeft && !isAnyShort();
    }

    private int othersWithout() {
      return (int) shares.stream().filter(share -> share != this && share.used() == 0).count();
    }

    private int lacking() {
      return Math.max(0, Math.min(wanted, guaranteed() - used()));
    }

    private int used() {
      return sessions.getAsInt() + waiting + arriving;
    }
  }
}
