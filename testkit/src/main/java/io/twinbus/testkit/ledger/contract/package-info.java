/** What every ledger store must do, as suites that a test class inherits. */
@org.jspecify.annotations.NullMarked
package io.twinbus.testkit.ledger.contract;
