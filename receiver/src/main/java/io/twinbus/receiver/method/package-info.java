/** Methods as handlers, whichever framework finds them: arguments, answers and exceptions. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.method;
