/**
 * Spans of a sender with OpenTelemetry, for applications that have it. No other package needs it.
 */
@org.apiguardian.api.API(status = org.apiguardian.api.API.Status.EXPERIMENTAL, since = "0.1.0")
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.tracing;
