/** Commands against a local stack with receivers in both regions. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.integration;
