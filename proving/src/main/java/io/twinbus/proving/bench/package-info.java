/** Measurements: medians and spreads, budgets, and how they are told. */
@org.jspecify.annotations.NullMarked
package io.twinbus.proving.bench;
