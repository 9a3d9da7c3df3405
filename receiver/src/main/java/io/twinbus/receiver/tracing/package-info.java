/**
 * Spans of handler calls with OpenTelemetry, for applications that have it: the only code that
 * needs it.
 */
@org.apiguardian.api.API(status = org.apiguardian.api.API.Status.EXPERIMENTAL, since = "0.1.0")
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.tracing;
