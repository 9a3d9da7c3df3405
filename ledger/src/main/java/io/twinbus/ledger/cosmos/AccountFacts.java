package io.twinbus.ledger.cosmos;

import java.util.List;

/**
 * What an account says about itself.
 *
 * @param id the account's name
 * @param defaultConsistency its default consistency level, as Cosmos DB spells it
 * @param multipleWrites whether every region may accept writes
 * @param writeRegions the regions that accept writes
 * @param regions the regions that hold the data
 */
record AccountFacts(
    String id,
    String defaultConsistency,
    boolean multipleWrites,
    List<String> writeRegions,
    List<String> regions) {}
