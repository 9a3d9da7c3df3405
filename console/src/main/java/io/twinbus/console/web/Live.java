package io.twinbus.console.web;

import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.exceptions.HttpStatusException;
import io.micronaut.http.sse.Event;
import org.reactivestreams.Publisher;

/** Each look, as it is taken, for the pages that are open. */
@Controller("/live")
@Requires(env = ConsoleParts.ENVIRONMENT)
final class Live {

  private final ConsoleParts parts;

  Live(ConsoleParts parts) {
    this.parts = parts;
  }

  @Get(produces = MediaType.TEXT_EVENT_STREAM)
  Publisher<Event<String>> live() {
    return parts
        .viewers()
        .admit(Frames.first(parts.board().get(), parts.now().get(), parts.templates()))
        .orElseThrow(
            () ->
                new HttpStatusException(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "Too many viewers watch this console: close one of their pages."));
  }
}
