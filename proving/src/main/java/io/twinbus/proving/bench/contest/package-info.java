/** Several contenders do the same work in turn, round after round, and are compared. */
@org.jspecify.annotations.NullMarked
package io.twinbus.proving.bench.contest;
