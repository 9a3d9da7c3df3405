/** The sender's way to a region, in memory. */
@org.jspecify.annotations.NullMarked
package io.twinbus.testkit.link;
