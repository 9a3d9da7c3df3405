/**
 * Metrics of a sender with Micrometer, for applications that have it: the only code that needs it.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.metrics;
