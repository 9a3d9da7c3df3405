/** The shells around the session workers, one by one, in ticked time. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.runtime;
