/** How a sender behaves: its settings, their defaults and bounds. */
@org.apiguardian.api.API(status = org.apiguardian.api.API.Status.EXPERIMENTAL, since = "0.1.0")
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.settings;
