/** Reads configuration from a YAML file and from environment variables. */
@org.jspecify.annotations.NullMarked
package io.twinbus.protocol.configuration;
