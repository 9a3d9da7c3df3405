/** The benchmarks by name: what each of them sets up, compares and reports. */
@org.jspecify.annotations.NullMarked
package io.twinbus.proving.bench.subject;
