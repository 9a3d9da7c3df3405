/** What pages show, as values that templates print; and the templates. */
@org.jspecify.annotations.NullMarked
package io.twinbus.console.view;
