/**
 * The decision table, a delivery against its stream's cursor; and how sessions and queues share
 * places and turns. Pure.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.rules;
