/**
 * What an application with Azure's Java SDKs of late 2024 does, on the local stack's jar over TLS.
 */
@NullMarked
package io.twinbus.local.clients;

import org.jspecify.annotations.NullMarked;
