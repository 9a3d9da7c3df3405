/**
 * Operators' writes to session records: shown first, then repeated until their outcome is known.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.ops.acts;
