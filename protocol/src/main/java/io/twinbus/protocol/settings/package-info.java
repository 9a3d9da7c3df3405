/**
 * Configuration that sender, receiver and CLI read alike, validated with one sentence a mistake.
 */
@org.jspecify.annotations.NullMarked
package io.twinbus.protocol.settings;
