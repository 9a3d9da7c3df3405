/** What every broker behind the receiver's port must do: suites that a test class inherits. */
@org.jspecify.annotations.NullMarked
package io.twinbus.testkit.broker.contract;
