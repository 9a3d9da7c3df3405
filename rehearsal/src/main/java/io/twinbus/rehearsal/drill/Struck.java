package io.twinbus.rehearsal.drill;

import io.twinbus.rehearsal.fault.Cure;
import io.twinbus.rehearsal.verify.Reach;

/** A fault that has struck: which sessions it can have hit, and how it is ended. */
record Struck(Reach reach, Cure cure) {}
