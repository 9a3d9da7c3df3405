/** What one run did when, and a drawing of it. */
@org.jspecify.annotations.NullMarked
package io.twinbus.proving.bench.trace;
