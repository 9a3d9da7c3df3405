/**
 * Metrics of a sender with Micrometer, for applications that have it. No other package needs it.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.metrics;
