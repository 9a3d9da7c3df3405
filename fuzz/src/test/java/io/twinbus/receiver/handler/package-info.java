/** What can be fuzzed inside the package alone. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.handler;
