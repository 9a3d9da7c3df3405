/** Proofs with processes of their own: clients in other languages. */
@NullMarked
package io.twinbus.local.process;

import org.jspecify.annotations.NullMarked;
