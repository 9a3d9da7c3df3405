package io.twinbus.sender.pipeline;

import io.twinbus.sender.CopyStatus;
import io.twinbus.sender.GiveUpReason;
import io.twinbus.sender.RegionFailure;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A message's copy for one region. It moves WAITING ⇄ SENT, and ends ACCEPTED or GAVE_UP. */
final class Copy {

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
  private boolean leftBehind;
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

  /** Whether the journal has it, and no queue here. */
  boolean isKept() {
    return phase == Phase.KEPT;
  }

  /** Leaves it to the journal. */
  void keep() {
    require(isPending());
    phase = Phase.KEPT;
  }

  /** Takes it back from the journal. */
  void takeBack() {
    require(isKept());
    phase = Phase.WAITING;
  }

  /** It may have been sent in an earlier life of this sender. */
  void mayHaveLanded() {
    mayHaveLanded = true;
  }

  /** It ended in an earlier life of this sender. */
  void endedBefore(boolean accepted) {
    require(isWaiting());
    if (accepted) {
      phase = Phase.ACCEPTED;
    } else {
      giveUp(GiveUpReason.REFUSED, "the region refused the message before the restart", false);
    }
  }

  /** Whether it counts among the copies that wait though another region has the message. */
  boolean isLeftBehind() {
    return leftBehind;
  }

  void leftBehind(boolean value) {
    leftBehind = value;
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

  /** Why it was given up; only of a copy that was. */
  RegionFailure failure() {
    return Objects.requireNonNull(failure);
  }

  void sent() {
    require(isWaiting());
    phase = Phase.SENT;
  }

  /** The attempt failed; {@code landed} says whether the region may have the message. */
  void returned(Problem problem, boolean landed) {
    require(isSent());
    phase = Phase.WAITING;
    refusedByEntity = false;
    lastProblem = problem;
    mayHaveLanded |= landed;
  }

  /** The last attempt was refused for the entity. */
  void refusedByEntity() {
    require(isWaiting());
    refusedByEntity = true;
  }

  /** Whether nothing is to be hoped for: given up, or waiting for an entity that takes nothing. */
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
      throw new IllegalStateException("A copy cannot move so from " + phase + ".");
    }
  }
}
