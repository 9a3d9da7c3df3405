/**
 * Whether the handler works, judged by what its calls come to: decisions without threads or clocks.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.health;
