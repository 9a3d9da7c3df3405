/** The commands about the audit container: what operators did, and which bodies they saw. */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.audit;
