/** What a receiver measures about itself, as Micrometer meters; the names are in the README. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.metrics;
