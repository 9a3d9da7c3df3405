/** Tests of Micronaut applications against two regions and a ledger in their own process. */
@org.apiguardian.api.API(status = org.apiguardian.api.API.Status.EXPERIMENTAL, since = "0.1.0")
@org.jspecify.annotations.NullMarked
package io.twinbus.testkit.micronaut;
