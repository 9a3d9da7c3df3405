/** Unit tests of the receiver's pure parts. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.unit;
