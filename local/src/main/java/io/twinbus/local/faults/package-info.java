/** What the faults of all endpoints have in common: when they strike, and what they did. */
@org.jspecify.annotations.NullMarked
package io.twinbus.local.faults;
