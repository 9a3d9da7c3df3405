package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A document as a query meets it.
 *
 * @param number its place in the container, which never changes; rows are given in this order
 */
public record Row(long number, JsonNode document) {}
