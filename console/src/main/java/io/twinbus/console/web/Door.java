package io.twinbus.console.web;

import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpMethod;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ResponseFilter;
import io.micronaut.http.annotation.ServerFilter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lets in what the console's own pages ask, and tells browsers what pages may do. */
@ServerFilter("/**")
@Requires(env = ConsoleParts.ENVIRONMENT)
final class Door {

  /** No script, style or frame from elsewhere, and none that stands in a page. */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

  private final HostRule rule;
  private final AccessRule access;

  Door(HostRule rule, AccessRule access) {
    this.rule = rule;
    this.access = access;
  }

  @RequestFilter
  @Nullable HttpResponse<?> check(HttpRequest<?> request) {
    if (!rule.isOwnHost(Optional.ofNullable(request.getHeaders().get("Host")))) {
      return Drawing.refused(
          "This is the Twinbus console, under another name: open it at " + first() + ".");
    }
    Optional<Caller> caller =
        access.caller(Optional.ofNullable(request.getHeaders().get("Authorization")));
    if (caller.isEmpty()) {
      return HttpResponse.unauthorized()
          .header("WWW-Authenticate", "Basic realm=\"Twinbus console\", charset=\"UTF-8\"")
          .contentType(MediaType.TEXT_PLAIN_TYPE)
          .body("Bring the console's token: as the password, with your own name beside it.\n");
    }
    caller.get().remember(request);
    boolean isReading =
        request.getMethod() == HttpMethod.GET || request.getMethod() == HttpMethod.HEAD;
    if (!isReading && !rule.isOwnPage(Optional.ofNullable(request.getHeaders().get("Origin")))) {
      return Drawing.refused("Only the console's own pages may send this.");
    }
    return null;
  }

  @ResponseFilter
  void harden(MutableHttpResponse<?> response) {
    response.header("Content-Security-Policy", POLICY);
    response.header("X-Content-Type-Options", "nosniff");
    // With no-referrer, browsers send a form of our own without its Origin.
    response.header("Referrer-Policy", "same-origin");
    response.header("Cross-Origin-Opener-Policy", "same-origin");
    response.header("Cross-Origin-Resource-Policy", "same-origin");
    if (!response.getHeaders().contains("Cache-Control")) {
      response.header("Cache-Control", "no-store");
    }
  }

  private String first() {
    return rule.origins().stream().sorted().findFirst().orElse("its own address");
  }
}
