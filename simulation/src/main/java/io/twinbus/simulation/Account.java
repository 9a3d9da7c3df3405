package io.twinbus.simulation;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A message that was submitted: what the audits of its sender know of it. */
final class Account {

  final Submission submission;
  Duration submittedAt;
  @Nullable SentMessage message;
  boolean answered;
  boolean acknowledged;
  boolean isSent;
  boolean isUndeliverable;
  boolean cameBack;

  Account(Submission submission, Duration submittedAt) {
    this.submission = submission;
    this.submittedAt = submittedAt;
  }
}
