package io.twinbus.simulation;

import io.twinbus.ledger.ClaimId;
import io.twinbus.receiver.FailureKind;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.session.WorkerEffect;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The truth about one handler call. */
final class HandlerRun {

  final SentMessage message;
  final long call;
  final Invocation invocation;
  final WatchedWorker worker;
  final HandlerCall answer;
  final long arrival;
  final Set<ClaimId> claims;
  final Duration startedAt;

  /** Whether it runs inside the process, and stands still and dies with it. */
  boolean isLocal;

  /** Whether it does not care for being cancelled. */
  boolean isStubborn;

  /** Whether it can still take effect or return. */
  boolean open = true;

  /** Whether something happened that allows another call: a failure, a lost lock, a death. */
  boolean excused;

  /** Whether it returned by itself, and asked for a retry or judged its message. */
  boolean endedByItself;

  /** Whether its message was a suspect, and how many takeovers had been counted against it. */
  boolean isSuspect;

  int takeovers;

  /** Whether it has taken effect at the sink. */
  boolean effective;

  /** When its worker heard that it ended well, in the order of all that did; 0 if it has not. */
  long endedWellAt;

  /** When its worker heard how it ended; null: it has not. */
  @Nullable Duration heardAt;

  /** What its worker heard then; null: that it ended well, or nothing. */
  @Nullable FailureKind failure;

  /** Since when it has been told to stop; null while it has not. */
  @Nullable Duration cancelledAt;

  /** Whether it has been cancelled, and heeds that. */
  boolean aborted;

  HandlerRun(
      SentMessage message,
      WorkerEffect.StartHandler effect,
      WatchedWorker worker,
      HandlerCall answer,
      Duration startedAt) {
    this.message = message;
    this.call = effect.call();
    this.invocation = effect.invocation();
    this.worker = worker;
    this.answer = answer;
    this.arrival = effect.delivery().brokerSequence();
    this.claims = worker.serves();
    this.startedAt = startedAt;
  }

  /** Whether it is called by the same worker, under the same claim. */
  boolean isOfSameClaim(HandlerRun other) {
    return worker == other.worker && invocation.token() == other.invocation.token();
  }

  @Override
  public String toString() {
    return "%s token %d attempt %d by %s"
        .formatted(
            message, invocation.token() % 1_000_000, invocation.attempt(), worker.writer().name());
  }
}
