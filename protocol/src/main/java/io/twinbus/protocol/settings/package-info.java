/**
 * Configuration that sender, receiver and CLI read alike, validated with one sentence a mistake.
 */
@org.apiguardian.api.API(status = org.apiguardian.api.API.Status.EXPERIMENTAL, since = "0.1.0")
@org.jspecify.annotations.NullMarked
package io.twinbus.protocol.settings;
