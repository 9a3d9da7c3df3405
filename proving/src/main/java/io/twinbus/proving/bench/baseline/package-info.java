/** What is measured, each as a user would write it with the SDKs alone. */
@org.jspecify.annotations.NullMarked
package io.twinbus.proving.bench.baseline;
