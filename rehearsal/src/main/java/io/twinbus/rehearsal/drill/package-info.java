/**
 * The drill: the whole system on one machine under faults that a seed chooses, judged at the end.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.drill;
