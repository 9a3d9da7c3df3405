package io.twinbus.ledger.rules;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * An instance's own lease: when to renew it, and whether it still holds.
 *
 * <ol>
 *   <li>The document is created before anything is claimed, and replaced every beat.
 *   <li>The instance counts from the moment it <em>issued</em> its last renewal that succeeded: no
 *       observer can have seen that renewal earlier, so none judges it dead earlier than a lease
 *       time after it; or half of the margin sooner, when the instance's wall clock was set back.
 *   <li>A renewal is carried until its outcome is known ({@link PendingWrite}), with a quarter beat
 *       between two tries. One that is overwritten loses the lease.
 *   <li>Past the lease less the margin it is lost, for good: the process goes on under a new name.
 * </ol>
 *
 * <p>{@link #holdsAt} may be called by any thread; everything else by one at a time.
 */
public final class LeaseRenewal {

  private enum Phase {
    RESTING,
    WRITING,
    CONFLICTED,
    READING
  }

  private static final int RETRIES_A_BEAT = 4;

  private final LeaseTimes times;

  /** So long after a beat was written the lease holds. */
  private final Duration usable;

  private final Random random;
  private final InstanceId instance;
  private InstanceLease document;
  private @Nullable Version version;
  private Phase phase = Phase.RESTING;
  private @Nullable PendingWrite<InstanceLease> pending;
  private MonotonicTime writeIssuedAt;
  private MonotonicTime nextAt;
  private volatile @Nullable MonotonicTime renewedAt;
  private volatile @Nullable String lost;

  /** A lease that is not created yet. */
  public LeaseRenewal(InstanceId instance, LeaseTimes times, Random random, Now now) {
    this.times = times;
    this.usable = times.lease().minus(times.margin());
    this.random = random;
    this.instance = instance;
    this.document =
        new InstanceLease(instance, 0, WriteMark.of(WriteId.random(random), now.wall()));
    this.writeIssuedAt = now.monotonic();
    this.nextAt = now.monotonic();
  }

  /** The instance whose lease this is. */
  public InstanceId instance() {
    return instance;
  }

  /** Whether the lease holds: handlers may start, and claims and commits may be written. */
  public boolean holdsAt(MonotonicTime now) {
    MonotonicTime renewed = renewedAt;
    return lost == null && renewed != null && !now.isAtOrAfter(renewed.plus(usable));
  }

  /** How long the lease still holds; zero or negative when it does not. */
  public Duration marginAt(MonotonicTime now) {
    MonotonicTime renewed = renewedAt;
    return renewed == null || lost != null ? Duration.ZERO : renewed.plus(usable).since(now);
  }

  /** The lease cannot be kept any more: it is lost from now on. */
  public void giveUp(String why) {
    lost = why;
  }

  /** What to do now. After a write or a read it says to rest until the answer is handed in. */
  public LeaseStep poll(Now now) {
    noteLoss(now);
    String why = lost;
    if (why != null) {
      return new LeaseStep.Lost(why);
    }
    if (phase == Phase.CONFLICTED && now.monotonic().isAtOrAfter(nextAt)) {
      phase = Phase.READING;
      return new LeaseStep.Read();
    }
    if (phase == Phase.RESTING && now.monotonic().isAtOrAfter(nextAt)) {
      return write(now);
    }
    return new LeaseStep.Rest(restUntil(now.monotonic(), renewedAt));
  }

  /** A lease that ran out is lost for good: workers may have seen that, and left their claims. */
  private void noteLoss(Now now) {
    if (lost == null && renewedAt != null && !holdsAt(now.monotonic())) {
      lost = "the lease was not renewed in time";
    }
  }

  private MonotonicTime restUntil(MonotonicTime now, @Nullable MonotonicTime renewed) {
    MonotonicTime next =
        phase == Phase.RESTING || phase == Phase.CONFLICTED ? nextAt : now.plus(times.beat());
    return renewed == null ? next : MonotonicTime.earlier(next, renewed.plus(usable));
  }

  private LeaseStep write(Now now) {
    phase = Phase.WRITING;
    PendingWrite<InstanceLease> write = pending;
    if (write == null) {
      write = nextBeat(now);
      pending = write;
    }
    InstanceLease lease = write.record();
    return write
        .over()
        .<LeaseStep>map(over -> new LeaseStep.Replace(lease, over))
        .orElseGet(() -> new LeaseStep.Create(lease));
  }

  private PendingWrite<InstanceLease> nextBeat(Now now) {
    writeIssuedAt = now.monotonic();
    document =
        new InstanceLease(
            document.instance(),
            document.beat() + 1,
            WriteMark.of(WriteId.random(random), now.wall()));
    return new PendingWrite<>(document, Optional.ofNullable(version));
  }

  /** The outcome of the write that {@link #poll} asked for. */
  public void onWritten(WriteOutcome outcome, Now now) {
    PendingWrite<InstanceLease> write = pending;
    if (write == null) {
      throw new IllegalStateException("No write of the lease is under way.");
    }
    noteLoss(now);
    proceed(write.after(outcome), now);
  }

  /** The outcome of the read that {@link #poll} asked for. */
  public void onRead(ReadOutcome<InstanceLease> outcome, Now now) {
    PendingWrite<InstanceLease> write = pending;
    if (write == null) {
      throw new IllegalStateException("No write of the lease is under way.");
    }
    noteLoss(now);
    proceed(write.after(outcome), now);
  }

  private void proceed(PendingWrite.State<InstanceLease> state, Now now) {
    boolean wasReading = phase == Phase.READING;
    phase = Phase.RESTING;
    if (state instanceof PendingWrite.Landed<InstanceLease> landed) {
      renewed(landed.version());
    } else if (state instanceof PendingWrite.Overwritten<InstanceLease>) {
      lost = "another process wrote or removed the lease document";
    } else if (state instanceof PendingWrite.IssueAgain<InstanceLease>) {
      nextAt = quarterBeatAfter(now);
    } else {
      phase = Phase.CONFLICTED;
      nextAt = wasReading ? quarterBeatAfter(now) : now.monotonic();
    }
  }

  private MonotonicTime quarterBeatAfter(Now now) {
    return now.monotonic().plus(times.beat().dividedBy(RETRIES_A_BEAT));
  }

  private void renewed(Version next) {
    version = next;
    pending = null;
    renewedAt = writeIssuedAt;
    nextAt = writeIssuedAt.plus(times.beat());
  }
}
