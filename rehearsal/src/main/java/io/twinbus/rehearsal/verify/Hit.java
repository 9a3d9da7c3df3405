package io.twinbus.rehearsal.verify;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.fault.Fault;

/**
 * A fault that has struck and is healed.
 *
 * @param fault the fault
 * @param from when it struck
 * @param to when what it took was there again
 * @param reach which sessions it can have hit
 */
public record Hit(Fault fault, MonotonicTime from, MonotonicTime to, Reach reach) {}
