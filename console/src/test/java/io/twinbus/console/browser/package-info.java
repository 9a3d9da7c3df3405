/** The console in a real browser; .ci/console runs them. */
@org.jspecify.annotations.NullMarked
package io.twinbus.console.browser;
