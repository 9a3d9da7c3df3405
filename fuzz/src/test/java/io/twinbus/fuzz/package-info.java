/**
 * Fuzzers: each hands made-up bytes to one place that reads what a stranger wrote, and says what
 * may come of it. {@code verify} runs each on its seeds alone; {@code .ci/fuzz} lets Jazzer search.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.fuzz;
