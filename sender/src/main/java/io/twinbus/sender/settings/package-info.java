/** How a sender behaves: its settings, their defaults and bounds. */
@org.jspecify.annotations.NullMarked
package io.twinbus.sender.settings;
