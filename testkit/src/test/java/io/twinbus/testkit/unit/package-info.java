/** What the doubles do by themselves. */
@org.jspecify.annotations.NullMarked
package io.twinbus.testkit.unit;
