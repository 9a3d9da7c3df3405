package io.twinbus.testkit.history;

/** What can be wrong with a history. */
public enum Defect {
  /** An acknowledged message never took effect, and the ledger does not say why. */
  LOST("lost"),
  /** A message took effect after a later one of its session. */
  OUT_OF_ORDER("out of order"),
  /** A message took effect again under no higher token or attempt. */
  UNEXPLAINED_REPEAT("repeated without a recorded cause"),
  /** A message took effect under a lower token than an earlier effect of its session. */
  STALE_TOKEN("under a token that was older than one before"),
  /** The ledger's token of a session is lower than one that took effect. */
  TOKEN_WENT_BACK("with a lower token in the ledger than in an effect"),
  /** Two calls of a session were open at once under one token. */
  OVERLAPPING("overlapping under one token"),
  /** An effect belongs to no message of the input. */
  STRANGER("unknown to the input"),
  /** A body arrived otherwise than it was sent. */
  ALTERED("altered on the way"),
  /** A message's {@code before} is not the {@code after} of the effect ahead of it. */
  BROKEN_CHAIN("breaking the chain of before and after"),
  /** A path's last {@code after} is not the blob that the repository has. */
  WRONG_END("ending on another blob than the repository");

  private final String words;

  Defect(String words) {
    this.words = words;
  }

  /** How a summary says it, after a number. */
  public String words() {
    return words;
  }
}
