package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a query's results.
 *
 * @param next where the following page starts; null when this is the last one
 * @param matched how many documents met the filter on the way to this page
 * @param read how many documents were looked at
 */
public record Page(List<JsonNode> results, @Nullable Resume next, long matched, long read) {}
