/** The receiver as a service: command line, configuration, health and counts. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.app;
