/** The rules of Cosmos DB's documentation, one test each. */
@NullMarked
package io.twinbus.local.conformance.cosmos;

import org.jspecify.annotations.NullMarked;
