/** The decision table: a delivery against its stream's cursor. Pure. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.rules;
