/** What a run shows of itself while it lasts: a line on a terminal, and colours where wanted. */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.terminal;
