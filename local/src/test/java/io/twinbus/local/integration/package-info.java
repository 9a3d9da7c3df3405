/** The local endpoints as the real SDKs see them, over sockets. */
@NullMarked
package io.twinbus.local.integration;

import org.jspecify.annotations.NullMarked;
