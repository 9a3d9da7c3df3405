/** Loads configuration from a YAML file and the environment into flat settings. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.config;
