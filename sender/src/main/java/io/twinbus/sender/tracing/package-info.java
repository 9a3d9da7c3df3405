/**
 * Spans of a sender with OpenTelemetry, for applications that have it. No other package needs it.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.tracing;
