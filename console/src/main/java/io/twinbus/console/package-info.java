/** The console: a web page that shows what operators' commands tell. */
@org.jspecify.annotations.NullMarked
package io.twinbus.console;
