/** The whole system around an application's handler, in the process of its tests. */
@org.jspecify.annotations.NullMarked
package io.twinbus.testkit.system;
