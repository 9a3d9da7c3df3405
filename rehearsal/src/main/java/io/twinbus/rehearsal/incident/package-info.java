/** Incidents: something of the application or around it goes down, and the order is kept. */
@org.jspecify.annotations.NullMarked
package io.twinbus.rehearsal.incident;
