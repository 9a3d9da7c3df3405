/** The receiver of one region, put together from settings, for whoever embeds it. */
@org.jspecify.annotations.NullMarked
package io.twinbus.receiver.region;
