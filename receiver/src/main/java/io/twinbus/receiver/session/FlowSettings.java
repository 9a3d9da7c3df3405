package io.twinbus.receiver.session;

import io.twinbus.ledger.AttemptLimit;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.rules.ColdRule;
import io.twinbus.ledger.rules.Horizon;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.OverflowRule;
import java.time.Duration;
import java.util.Random;

/**
 * How a session worker behaves.
 *
 * <p>Immutable and thread-safe.
 *
 * @param pace how long it waits for what
 * @param attempts how failures are retried
 * @param window how many copies it holds at most
 * @param commit what it writes at a time
 * @param gaps when a number counts as over that no region has
 * @param records what has a record of its own in the ledger
 */
public record FlowSettings(
    Pace pace, Attempts attempts, Window window, Commit commit, Gaps gaps, Records records) {

  /** With the default records. */
  public FlowSettings(Pace pace, Attempts attempts, Window window, Commit commit, Gaps gaps) {
    this(pace, attempts, window, commit, gaps, Records.DEFAULT);
  }

  /**
   * How long a worker waits.
   *
   * @param idle how long a worker with nothing to do keeps its claim and its place
   * @param readInterval how often at most a parked session's record is read (default 1 s)
   * @param gapGrace how long a gap may be open before it is reported (default 30 s)
   * @param stuckAfter when a session with work that does not move is reported (default 60 s)
   * @param handlerGrace how long a cancelled handler may take to return (default 5 s)
   */
  public record Pace(
      Idle idle,
      Duration readInterval,
      Duration gapGrace,
      Duration stuckAfter,
      Duration handlerGrace) {

    /** With {@code linger} always, and the default quiet time. */
    public Pace(
        Duration linger,
        Duration readInterval,
        Duration gapGrace,
        Duration stuckAfter,
        Duration handlerGrace) {
      this(Idle.of(linger), readInterval, gapGrace, stuckAfter, handlerGrace);
    }

    /** Shorthand for {@code idle().linger()}. */
    public Duration linger() {
      return idle.linger();
    }
  }

  /**
   * How long a worker with nothing to do keeps what it has.
   *
   * @param linger how long it keeps its claim (default 2 s)
   * @param longLinger how long it keeps its claim while places are free, the region answers, no gap
   *     is on record, the handler is well, and no other process waits for the session (default 60
   *     s); no longer than {@code linger} where that is longer
   * @param quiet how long after the latest copy it keeps its place for the next one, when other
   *     sessions wait for places, and its claim, when another process waits for the session
   *     (default 50 ms)
   */
  public record Idle(Duration linger, Duration longLinger, Duration quiet) {

    private static final Duration DEFAULT_QUIET = Duration.ofMillis(50);

    /** {@code linger} always, with the default quiet time. */
    public static Idle of(Duration linger) {
      return new Idle(linger, linger, DEFAULT_QUIET);
    }

    /** How long a worker keeps its claim when another process waits for the session. */
    public Duration shortest() {
      return quiet.compareTo(linger) < 0 ? quiet : linger;
    }

    /** The same with another {@link #longLinger()}. */
    public Idle withLongLinger(Duration next) {
      return new Idle(linger, next, quiet);
    }
  }

  /**
   * How failures are retried.
   *
   * @param max how many handler calls of one message may fail, or be found started by a takeover,
   *     together (default 10)
   * @param backoff how long the session waits after a failure
   * @param handlerTimeout when a handler call is cancelled (default 60 s)
   * @param onPoison what happens after the last attempt (default dead-letter)
   * @param inDoubt what becomes of a message whose handler was started and whose end is not
   *     recorded (default {@link InDoubt#RERUN})
   * @param giveUpAfter how long after its first failure a message may end whose failures count
   *     without evidence (default 15 min)
   */
  public record Attempts(
      int max,
      Backoff backoff,
      Duration handlerTimeout,
      OnPoison onPoison,
      InDoubt inDoubt,
      Duration giveUpAfter) {

    /** Default of {@link #giveUpAfter()}. */
    public static final Duration DEFAULT_GIVE_UP_AFTER = Duration.ofMinutes(15);

    /** With the default of {@link #giveUpAfter()}. */
    public Attempts(
        int max, Backoff backoff, Duration handlerTimeout, OnPoison onPoison, InDoubt inDoubt) {
      this(max, backoff, handlerTimeout, onPoison, inDoubt, DEFAULT_GIVE_UP_AFTER);
    }

    /** The same with another {@link #giveUpAfter()}. */
    public Attempts withGiveUpAfter(Duration next) {
      return new Attempts(max, backoff, handlerTimeout, onPoison, inDoubt, next);
    }

    /** When a message is given up. */
    public AttemptLimit limit() {
      return new AttemptLimit(max, giveUpAfter);
    }

    /** The sentence about a message whose attempts are used up. */
    public String usedUp(String last) {
      return "All %d attempts failed; the last one said: %s".formatted(max, last);
    }
  }

  /**
   * How long a session waits after a failed call.
   *
   * @param first after the first failure (default 200 ms)
   * @param factor by how much it grows each time (default 2)
   * @param most the longest wait (default 30 s)
   * @param jitter by which part of itself each wait differs at most (default 0.2)
   */
  public record Backoff(Duration first, double factor, Duration most, double jitter) {

    /** One that doubles, without jitter. */
    public Backoff(Duration first, Duration most) {
      this(first, 2, most, 0);
    }

    /** How long the session waits after the {@code failed}th failure, from 1. */
    public Duration pauseAfter(int failed, Random random) {
      double nanos = (double) first.toNanos() * Math.pow(factor, failed - 1.0);
      double pause = Math.min(nanos, (double) most.toNanos());
      double spread = jitter == 0 ? 1 : 1 + jitter * (2 * random.nextDouble() - 1);
      return Duration.ofNanos(Math.round(pause * spread));
    }
  }

  /** What happens to a message whose attempts are used up. */
  public enum OnPoison {
    /** It is dead-lettered, and its session goes on. */
    DEAD_LETTER,
    /** Its session is blocked for an operator. */
    BLOCK
  }

  /**
   * How many copies a worker holds.
   *
   * @param ahead how many it asks for at a time, beside those that wait to be committed (default
   *     64)
   * @param most how many it holds at most while it waits for a missing one (default 16,384)
   * @param reach how many it holds at most when a search has found the missing one behind them
   *     (default 65,536); one that stands further back is handled as the search has read it
   */
  public record Window(int ahead, int most, int reach) {

    private static final int MOST_AHEAD = 256;

    /**
     * The same for handlers that go on while a group is written: there are copies for the group
     * that is handled meanwhile and for the one after it, as far as 256 go.
     */
    public Window forGroupsOf(int group) {
      return new Window(Math.max(ahead, Math.min(2 * group, MOST_AHEAD)), most, reach);
    }
  }

  /**
   * When a number counts as over that no region has.
   *
   * @param policy what happens at a gap that no region can fill (default {@link GapPolicy#WAIT})
   * @param bound how long this region's report must have stood, by the monotonic clock of a process
   *     that has seen it since, before the gap is skipped (default 5 min)
   * @param horizon how far back the ledger remembers
   */
  public record Gaps(GapPolicy policy, Duration bound, Horizon horizon) {}

  /** What happens at a gap. */
  public enum GapPolicy {
    /** The stream waits, with an alert, until the message turns up or an operator decides. */
    WAIT,
    /**
     * After the bound the stream passes over the gap, to just before the lowest number that any
     * region reports to hold. An acknowledged message that a region delays for longer than the
     * bound is lost to the handler then: it ends as SKIPPED, and its copy becomes a dead letter.
     */
    SKIP
  }

  /**
   * What a worker writes at a time.
   *
   * @param group how many messages may have been handled, the one in hand included, whose ends are
   *     not in the ledger yet: that many can run again after a crash. 1 (the default): each end is
   *     written before the next handler starts. More: handlers go on while a write is out, all that
   *     ended meanwhile goes with the next one, and a full group waits
   * @param maxState how many bytes of state a handler may keep for a session (default 262,144); a
   *     call that wants more has failed
   * @param gather how long a write waits for more to go with it, while the group is not full and
   *     either a handler is at work or several messages have ended (default 5 ms); the next handler
   *     does not wait, only the record and the broker hear later of what has ended. Without groups
   *     nothing waits
   */
  public record Commit(int group, int maxState, Duration gather) {

    /** {@link #group()} when it is wanted and not said how large. */
    public static final int DEFAULT_GROUP = 64;

    /** Default of {@link #gather()}. */
    public static final Duration DEFAULT_GATHER = Duration.ofMillis(5);

    /** The defaults: each end by itself. */
    public static final Commit EACH = new Commit(1, 256 * 1024);

    /** With the default of {@link #gather()}. */
    public Commit(int group, int maxState) {
      this(group, maxState, DEFAULT_GATHER);
    }
  }

  /**
   * What has a record of its own in the ledger.
   *
   * @param claim what is claimed before a handler is called (default {@link ClaimScope#SESSION}).
   *     With {@link ClaimScope#MESSAGE} {@code commit}, {@code inDoubt}, {@code onPoison} and
   *     {@code gaps} have no meaning: no worker owns a session, so nothing of it can be written in
   *     groups, held or waited for
   * @param maxEnded how many ranges of ended numbers a session record keeps before the oldest go to
   *     records of their own (default 256, at least 4)
   * @param maxStreams how many streams' cursors a session record keeps before the longest idle ones
   *     go to documents of their own (default 128, at least 2)
   */
  public record Records(ClaimScope claim, int maxEnded, int maxStreams) {

    /** The defaults. */
    public static final Records DEFAULT =
        new Records(ClaimScope.SESSION, OverflowRule.DEFAULT_MOST);

    /** With the default of streams. */
    public Records(ClaimScope claim, int maxEnded) {
      this(claim, maxEnded, ColdRule.DEFAULT_MOST);
    }

    /**
     * @throws IllegalArgumentException when {@code maxEnded} is less than 4, or {@code maxStreams}
     *     less than 2
     */
    public Records {
      if (maxEnded < 4) {
        throw new IllegalArgumentException(
            "A session record keeps at least 4 ended ranges, not %d.".formatted(maxEnded));
      }
      if (maxStreams < 2) {
        throw new IllegalArgumentException(
            "A session record keeps the cursors of at least 2 streams, not %d."
                .formatted(maxStreams));
      }
    }
  }

  /** The same with other records. */
  public FlowSettings withRecords(Records next) {
    return new FlowSettings(pace, attempts, window, commit, gaps, next);
  }

  /** The same with other attempts. */
  public FlowSettings withAttempts(Attempts next) {
    return new FlowSettings(pace, next, window, commit, gaps, records);
  }

  /** The same with another window. */
  public FlowSettings withWindow(Window next) {
    return new FlowSettings(pace, attempts, next, commit, gaps, records);
  }

  /** The same with another way to commit. */
  public FlowSettings withCommit(Commit next) {
    return new FlowSettings(pace, attempts, window, next, gaps, records);
  }

  /** The same with another end of gaps. */
  public FlowSettings withGaps(Gaps next) {
    return new FlowSettings(pace, attempts, window, commit, next, records);
  }

  /** How far back the ledger remembers; shorthand for {@code gaps().horizon()}. */
  public Horizon horizon() {
    return gaps.horizon();
  }

  /** The defaults. */
  public static FlowSettings ofDefaults() {
    return new FlowSettings(
        new Pace(
            Idle.of(Duration.ofSeconds(2)).withLongLinger(Duration.ofSeconds(60)),
            Duration.ofSeconds(1),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(5)),
        new Attempts(
            10,
            new Backoff(Duration.ofMillis(200), 2, Duration.ofSeconds(30), 0.2),
            Duration.ofSeconds(60),
            OnPoison.DEAD_LETTER,
            InDoubt.RERUN),
        new Window(64, 16_384, 65_536),
        Commit.EACH,
        new Gaps(GapPolicy.WAIT, Duration.ofMinutes(5), Horizon.ofDefaults()));
  }
}
