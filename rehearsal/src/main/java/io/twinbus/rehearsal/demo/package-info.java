/** The demo: the whole system on one machine, struck by faults and judged by its effects. */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.demo;
