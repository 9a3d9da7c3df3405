package io.twinbus.ledger;

/**
 * An instance's sign of life: one small document that it renews every few seconds. What people want
 * to know of the instance is in its {@link InstanceVitals}.
 *
 * <p>Immutable and thread-safe.
 *
 * @param instance the instance
 * @param beat grows with every renewal; observers see by it that the instance lives
 * @param stamp the mark of the last write
 */
public record InstanceLease(InstanceId instance, long beat, WriteMark stamp)
    implements LedgerDocument {}
