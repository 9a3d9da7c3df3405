package io.twinbus.console.web;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.twinbus.console.commands.CommandReply;
import java.util.Map;

/** Draws whole pages, with what their caller may do. Thread-safe. */
final class Drawing {

  private final ConsoleParts parts;

  Drawing(ConsoleParts parts) {
    this.parts = parts;
  }

  /** The page {@code name}, filled with {@code model}, for the caller of {@code request}. */
  String page(HttpRequest<?> request, String name, Map<String, Object> model) {
    Caller caller = Caller.of(request);
    model.putAll(Frames.model(parts.board().get(), parts.now().get()));
    model.put("page", name);
    model.put("formToken", parts.formToken().value());
    model.put("allowsActs", parts.access().allowsActs());
    model.put("mayAct", parts.access().refusalToAct(caller).isEmpty());
    model.put("mayShow", parts.access().refusalToShow(caller).isEmpty());
    return parts.templates().render(name, model);
  }

  /** What a command's exit code is over HTTP. */
  static HttpStatus status(CommandReply reply) {
    return switch (reply.code()) {
      case 0, 6 -> HttpStatus.OK;
      case 2 -> HttpStatus.BAD_REQUEST;
      case 3 -> HttpStatus.NOT_FOUND;
      case 4 -> HttpStatus.CONFLICT;
      default -> HttpStatus.BAD_GATEWAY;
    };
  }

  /** A refusal in one sentence. */
  static HttpResponse<String> refused(String sentence) {
    return HttpResponse.<String>status(HttpStatus.FORBIDDEN)
        .contentType(MediaType.TEXT_PLAIN_TYPE)
        .body(sentence + "\n");
  }
}
