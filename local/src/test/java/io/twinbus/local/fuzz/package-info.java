/** Mutated conversations: whatever a client sends, the endpoints go on serving the others. */
@NullMarked
package io.twinbus.local.fuzz;

import org.jspecify.annotations.NullMarked;
