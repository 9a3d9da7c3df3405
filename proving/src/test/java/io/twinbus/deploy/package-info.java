/** Whatever stands in {@code deploy} says the same as the code. */
@org.jspecify.annotations.NullMarked
package io.twinbus.deploy;
