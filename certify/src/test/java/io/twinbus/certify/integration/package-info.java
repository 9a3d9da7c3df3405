/** Runs against a local stack. */
@org.jspecify.annotations.NullMarked
package io.twinbus.certify.integration;
