/** The figures of a sender, while it runs and when it closes. */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.statistics;
