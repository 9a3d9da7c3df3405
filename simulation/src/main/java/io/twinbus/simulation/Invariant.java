package io.twinbus.simulation;

/** What must hold after every step, and at the end. */
public enum Invariant {
  /** Every acknowledged message reaches exactly one end state, for a cause. */
  P1_NO_LOSS,
  /** At most one handler call under a claim, after its predecessors have ended, in order. */
  P2_ORDER,
  /** A handler starts again only after a recorded cause, under a higher token or attempt. */
  P3_ONCE,
  /** The ledger takes no write under an older token or somebody else's claim. */
  P4_FENCING,
  /** Nothing that can move stands still, and no record works for a worker that is gone. */
  P5_LIVENESS,
  /** A message is not given up while a region takes what is brought to it. */
  P6_AVAILABILITY,
  /** A process works on no more sessions than it has places. */
  P7_PLACES
}
