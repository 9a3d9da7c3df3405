/** The contract suites on every ledger there is. */
@org.jspecify.annotations.NullMarked
package io.twinbus.testkit.contract;
