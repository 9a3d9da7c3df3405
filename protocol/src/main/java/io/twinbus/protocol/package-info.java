/** What senders and receivers agree on: sessions, streams, sequences, headers and regions. */
@org.apiguardian.api.API(status = org.apiguardian.api.API.Status.EXPERIMENTAL, since = "0.1.0")
@org.jspecify.annotations.NullMarked
package io.twinbus.protocol;
