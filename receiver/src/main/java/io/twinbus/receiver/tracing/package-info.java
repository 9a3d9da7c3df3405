/**
 * Spans of handler calls with OpenTelemetry, for applications that have it: the only code that
 * needs it.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.tracing;
