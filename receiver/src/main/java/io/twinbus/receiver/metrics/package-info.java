/** What a receiver measures about itself, as Micrometer meters; the names are in the README. */
@org.apiguardian.api.API(status = org.apiguardian.api.API.Status.EXPERIMENTAL, since = "0.1.0")
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.metrics;
