/** Tests of the command line without a ledger: configuration, output and exit codes. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.unit;
