/** The ways to an application's handler: an HTTP endpoint, or a bean that may block. */
@org.apiguardian.api.API(status = org.apiguardian.api.API.Status.EXPERIMENTAL, since = "0.1.0")
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.handler;
