package io.twinbus.testkit.system;

/**
 * A message that ended as a dead letter.
 *
 * <p>Immutable and thread-safe.
 *
 * @param session its session
 * @param id its id
 * @param region the region whose receiver gave it up
 * @param why the dead-letter reason and its description
 */
public record DeadMessage(String session, String id, String region, String why) {}
