/** Tests of the journal: its port, its log at every crash point, and lanes that crash at random. */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.journal;
