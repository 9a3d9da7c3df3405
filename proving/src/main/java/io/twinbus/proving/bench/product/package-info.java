/** What is measured of the product: the same work as the baselines do, through its own API. */
@org.jspecify.annotations.NullMarked
package io.twinbus.proving.bench.product;
