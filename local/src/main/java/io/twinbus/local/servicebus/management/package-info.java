/** The management API of a namespace: requests in, answers out, without sockets. */
@org.jspecify.annotations.NullMarked
package io.twinbus.local.servicebus.management;
