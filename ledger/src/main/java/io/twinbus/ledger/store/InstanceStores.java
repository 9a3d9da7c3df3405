package io.twinbus.ledger.store;

/**
 * The stores in the leases' container: how receivers show that they live, what they tell about
 * themselves, and what operators want of them. Thread-safe as its parts are.
 */
public record InstanceStores(LeaseStore leases, VitalsStore vitals, DirectiveStore directives) {}
