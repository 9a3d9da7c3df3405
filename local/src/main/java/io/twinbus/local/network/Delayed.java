package io.twinbus.local.network;

/**
 * Something on its way: when it is due on the monotonic clock, how it passes and how it is dropped.
 */
record Delayed(long dueNanos, Runnable pass, Runnable drop) {}
