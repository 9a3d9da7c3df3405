package io.twinbus.console.view;

import java.time.Instant;
import java.util.List;

/**
 * A receiver instance in a table.
 *
 * @param id its name
 * @param region its region
 * @param state what it says of itself
 * @param isAlive whether its lease is fresh
 * @param beatAt its latest beat: the age of its lease
 * @param startedAt since when it runs
 * @param sessions sessions that it holds at the broker
 * @param claims sessions that it has claimed
 * @param rate messages ended a second
 * @param ended messages ended since it began
 * @param takeovers sessions taken over since it began
 * @param version its build
 * @param handlers its queues, and how their handlers stand
 */
public record InstanceRow(
    String id,
    String region,
    String state,
    boolean isAlive,
    Instant beatAt,
    Instant startedAt,
    int sessions,
    int claims,
    double rate,
    long ended,
    long takeovers,
    String version,
    List<String> handlers) {}
