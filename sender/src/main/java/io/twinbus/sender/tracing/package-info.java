/**
 * Spans of a sender with OpenTelemetry, for applications that have it: the only code that needs it.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.tracing;
