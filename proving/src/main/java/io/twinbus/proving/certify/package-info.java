/** The closing run of {@code certify}: real processes, of which one is killed. */
@org.jspecify.annotations.NullMarked
package io.twinbus.proving.certify;
