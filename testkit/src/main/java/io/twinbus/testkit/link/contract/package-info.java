/** What every link behind the sender's port must do: a suite that a test class inherits. */
@org.jspecify.annotations.NullMarked
package io.twinbus.testkit.link.contract;
