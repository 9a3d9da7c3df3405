/** The local stack as a container of Testcontainers; it uses no class of the rest of Twinbus. */
@NullMarked
package io.twinbus.local.testcontainers;

import org.jspecify.annotations.NullMarked;
