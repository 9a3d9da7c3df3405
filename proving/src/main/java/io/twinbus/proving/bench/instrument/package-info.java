/** What subjects measure with: processes, memory, processor time, allocations and bounded waits. */
@org.jspecify.annotations.NullMarked
package io.twinbus.proving.bench.instrument;
