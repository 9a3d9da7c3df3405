/** Texts from strangers as people read them: in logs, on a terminal, in an error. */
@org.jspecify.annotations.NullMarked
package io.twinbus.protocol.text;
