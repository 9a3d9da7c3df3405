/** Creating the ledger and checking the configuration. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.setup;
