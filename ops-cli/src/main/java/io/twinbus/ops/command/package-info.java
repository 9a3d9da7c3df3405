/** What all commands share: options, the context they run in, questions they ask the ledger. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.command;
