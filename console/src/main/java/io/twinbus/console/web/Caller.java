package io.twinbus.console.web;

import io.micronaut.http.HttpRequest;

/**
 * The person behind a request.
 *
 * <p>Immutable and thread-safe.
 *
 * @param role what the token allows
 * @param name as the person, or the proxy before the console, gave it; empty: not given
 */
record Caller(Role role, String name) {

  private static final String ATTRIBUTE = "twinbus.console.caller";

  /** The caller that {@link #remember} noted; a reader where none was. */
  static Caller of(HttpRequest<?> request) {
    return request.getAttribute(ATTRIBUTE, Caller.class).orElse(new Caller(Role.READER, ""));
  }

  /** Notes on {@code request} that it is this caller's. */
  void remember(HttpRequest<?> request) {
    request.setAttribute(ATTRIBUTE, this);
  }
}
