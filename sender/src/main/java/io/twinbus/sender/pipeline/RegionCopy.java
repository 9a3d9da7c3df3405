package io.twinbus.sender.pipeline;

import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.message.RegionFailure;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message's copy for one region. It moves between WAITING and SENT, or to KEPT and back, and ends
 * as ACCEPTED or GAVE_UP.
 */
final class RegionCopy {

  private enum Phase {
    WAITING,
    SENT,
    KEPT,
    ACCEPTED,
    GAVE_UP
  }

  private Phase phase = Phase.WAITING;
  private boolean mayHaveLanded;
  private boolean refusedByEntity;
  private boolean lagging;
  private @Nullable Problem lastProblem;
  private @Nullable RegionFailure failure;

  boolean isWaiting() {
    return phase == Phase.WAITING;
  }

  boolean isSent() {
    return phase == Phase.SENT;
  }

  boolean isAccepted() {
    return phase == Phase.ACCEPTED;
  }

  boolean hasGivenUp() {
    return phase == Phase.GAVE_UP;
  }

  /** Whether only the journal holds it: no queue in memory does. */
  boolean isKept() {
    return phase == Phase.KEPT;
  }

  /** Leaves the copy to the journal. */
  void keep() {
    require(isPending());
    phase = Phase.KEPT;
  }

  /** Takes the copy back from the journal. */
  void takeBack() {
    require(isKept());
    phase = Phase.WAITING;
  }

  /** Notes that the sender may have sent this copy before its restart. */
  void mayHaveLanded() {
    mayHaveLanded = true;
  }

  /** Whether the region may have this copy, though the sender has not heard so. */
  boolean canHaveLanded() {
    return mayHaveLanded;
  }

  /** Ends the copy as it ended before the restart of the sender. */
  void endedBefore(boolean accepted) {
    require(isWaiting());
    if (accepted) {
      phase = Phase.ACCEPTED;
    } else {
      giveUp(GiveUpReason.REFUSED, "the region refused the message before the restart", false);
    }
  }

  /** Whether {@link LaggingCopies} counts it: another region has the message. */
  boolean isLagging() {
    return lagging;
  }

  void lagging(boolean value) {
    lagging = value;
  }

  boolean isPending() {
    return isWaiting() || isSent();
  }

  CopyStatus status() {
    return switch (phase) {
      case WAITING, SENT -> CopyStatus.PENDING;
      case KEPT -> CopyStatus.KEPT;
      case ACCEPTED -> CopyStatus.ACCEPTED;
      case GAVE_UP -> CopyStatus.GAVE_UP;
    };
  }

  /** Why the sender gave the copy up; call it only when it did. */
  RegionFailure failure() {
    return Objects.requireNonNull(failure);
  }

  void sent() {
    require(isWaiting());
    phase = Phase.SENT;
  }

  /** Notes a failed attempt; {@code landed} says whether the region may have the message. */
  void returned(Problem problem, boolean landed) {
    require(isSent());
    phase = Phase.WAITING;
    refusedByEntity = false;
    lastProblem = problem;
    mayHaveLanded |= landed;
  }

  /** Notes that the region refused the last attempt because of the entity. */
  void refusedByEntity() {
    require(isWaiting());
    refusedByEntity = true;
  }

  /** Whether the copy is given up, or waits for an entity that takes no messages. */
  boolean isHopeless() {
    return hasGivenUp() || (isWaiting() && refusedByEntity);
  }

  void accepted() {
    require(isSent());
    phase = Phase.ACCEPTED;
  }

  /** Ends the copy without the region; {@code retrySensible} as in {@link RegionFailure}. */
  void giveUp(GiveUpReason reason, String fallback, boolean retrySensible) {
    require(isPending() || isKept());
    boolean landed = mayHaveLanded || isSent();
    phase = Phase.GAVE_UP;
    failure =
        new RegionFailure(
            reason,
            Optional.ofNullable(lastProblem).flatMap(Problem::condition),
            lastProblem == null ? fallback : fallback + "; last: " + lastProblem.description(),
            landed,
            retrySensible);
  }

  private void require(boolean legal) {
    if (!legal) {
      throw new IllegalStateException("A copy that is " + phase + " cannot make this move.");
    }
  }
}
