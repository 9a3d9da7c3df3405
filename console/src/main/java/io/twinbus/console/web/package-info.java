/** The pages over HTTP. */
@org.jspecify.annotations.NullMarked
package io.twinbus.console.web;
