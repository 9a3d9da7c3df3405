/** Unit tests of the protocol's pure types. */
@org.jspecify.annotations.NullMarked
package io.twinbus.protocol.unit;
