@org.jspecify.annotations.NullMarked
package io.twinbus.console.commands;
