package io.twinbus.simulation;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A fault that the random scheduler knows. */
enum FaultKind {
  KILL_PROCESS,
  PAUSE_PROCESS,
  FREEZE_PROCESS,
  ZOMBIE_RETURNS,
  DRAIN_PROCESS,
  KILL_WORKER,
  CALLS_KILL_WORKERS,
  LOSE_LOCK,
  REGION_OUT,
  REGION_RETURNS_EMPTY,
  REGION_RETURNS_OLD,
  LEDGER_OUT,
  LEDGER_CUT_OFF,
  LEDGER_WRITES_LAG,
  LEDGER_SATURATED,
  SESSION_HOT,
  LEASE_READS_FAIL,
  OPERATOR_BLOCKS,
  OPERATOR_SKIPS,
  OPERATOR_SKIPS_GAP,
  OPERATOR_RELEASES,
  OPERATOR_EVACUATES,
  OPERATOR_PAUSES,
  BROKER_DEAD_LETTERS,
  KILL_PRODUCER,
  SENDS_IN_A_STORM,
  ENTITY_DISABLED,
  HANDLER_AWAY,
  HANDLERS_AWAY,
  HANDLER_FLAPS,
  LEASE_WRITES_FAIL,
  AZURE_REGION;

  /** What strikes the whole of a region, or what every region needs. */
  private static final Set<FaultKind> GREAT =
      Collections.unmodifiableSet(EnumSet.of(LEASE_WRITES_FAIL, AZURE_REGION));

  /** What any history may meet. */
  static final List<FaultKind> USUAL = List.copyOf(EnumSet.complementOf(EnumSet.copyOf(GREAT)));
}
