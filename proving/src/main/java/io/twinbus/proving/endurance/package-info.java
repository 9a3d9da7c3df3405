/**
 * What a deployment lives through in its ordinary days: rolling restarts, and half an hour of
 * connections that break, under steady traffic.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.proving.endurance;
