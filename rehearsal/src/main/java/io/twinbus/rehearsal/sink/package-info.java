/**
 * The outside system of a run: it takes handler calls over HTTP and keeps every effect in order.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.sink;
