/**
 * Operators' writes to session records: shown first, then carried until it is known what became of
 * them.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.acts;
