/** Measures: rounds, medians, budgets, and the processor time of both sides. */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.bench;
