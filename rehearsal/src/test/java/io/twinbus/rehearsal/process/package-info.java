/** Tests with the command line in processes of its own. */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.process;
