/** The management API of a namespace, as far as it describes entities: pure, without sockets. */
@org.jspecify.annotations.NullMarked
package io.twinbus.local.servicebus.management;
