package io.twinbus.protocol.settings;

import java.util.Optional;

/**
 * A key that is set, for people to see.
 *
 * @param key the key
 * @param isKnown whether the catalogue has it
 * @param value its value; empty when it is secret, or may be because its key or form is unknown
 */
public record ShownSetting(String key, boolean isKnown, Optional<String> value) {}
