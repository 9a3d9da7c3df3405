/** Without services. */
@org.jspecify.annotations.NullMarked
package io.twinbus.certify.unit;
