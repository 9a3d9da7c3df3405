package io.twinbus.local.storage;

/**
 * A map of bytes by name that outlives the process; {@link DataDirectory#map} hands it out.
 *
 * @param id its number in the file
 * @param name its name, such as {@code servicebus/east/orders/messages}
 */
public record KeptMap(int id, String name) {}
