package io.twinbus.testkit.simulation;

/** A fault that the random scheduler knows. */
enum FaultKind {
  KILL_PROCESS,
  PAUSE_PROCESS,
  FREEZE_PROCESS,
  DRAIN_PROCESS,
  KILL_WORKER,
  LOSE_LOCK,
  REGION_OUT,
  LEDGER_OUT,
  LEDGER_CUT_OFF,
  LEDGER_WRITES_LAG,
  LEASE_READS_FAIL,
  OPERATOR_BLOCKS,
  OPERATOR_SKIPS,
  BROKER_DEAD_LETTERS
}
