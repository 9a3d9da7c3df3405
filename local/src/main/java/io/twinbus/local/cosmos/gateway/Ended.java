package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.faults.CosmosOperation;

/** Something that was asked for, and the status that it ended with. */
record Ended(CosmosOperation kind, int status) {}
