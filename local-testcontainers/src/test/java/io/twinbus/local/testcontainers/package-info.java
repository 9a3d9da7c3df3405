/** What can be said of the container without an engine; proving starts it. */
@NullMarked
package io.twinbus.local.testcontainers;

import org.jspecify.annotations.NullMarked;
