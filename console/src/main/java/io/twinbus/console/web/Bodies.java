package io.twinbus.console.web;

import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.twinbus.console.commands.CommandReply;
import io.twinbus.ops.output.BodyText;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a message carries and what the application keeps in a session, on demand: {@code messages
 * show --body} and {@code sessions show --state}, which put the look on record before they show
 * anything. Answers are kept nowhere.
 */
@Controller
@Requires(env = ConsoleParts.ENVIRONMENT)
@ExecuteOn(TaskExecutors.BLOCKING)
final class Bodies {

  private final ConsoleParts parts;

  Bodies(ConsoleParts parts) {
    this.parts = parts;
  }

  @Post(
      value = "/message/body",
      consumes = MediaType.APPLICATION_FORM_URLENCODED,
      produces = MediaType.TEXT_HTML)
  HttpResponse<String> body(HttpRequest<?> request, @Body Map<String, String> form) {
    List<String> words = new ArrayList<>(List.of("messages", "show", "--body", "--scan=2000"));
    words.add("--session=" + form.getOrDefault("session", ""));
    return shown(request, form, words, CommandReply::document);
  }

  @Post(
      value = "/session/state",
      consumes = MediaType.APPLICATION_FORM_URLENCODED,
      produces = MediaType.TEXT_HTML)
  HttpResponse<String> state(HttpRequest<?> request, @Body Map<String, String> form) {
    return shown(
        request,
        form,
        new ArrayList<>(List.of("sessions", "show", "--state", "--no-queues")),
        reply -> state(reply.document()));
  }

  /** The state in {@code session}'s document, in the fields in which a body is told. */
  private static Map<String, Object> state(Map<String, Object> session) {
    if (!(session.get("state") instanceof String encoded)) {
      return Map.of();
    }
    byte[] state = Base64.getDecoder().decode(encoded);
    return Map.of(
        "body",
        BodyText.of(state, true),
        "bodyBytes",
        state.length,
        "bodyForm",
        BodyText.isText(state) ? "text" : "hex",
        "bodyWhole",
        state.length <= BodyText.MAX_SHOWN);
  }

  private HttpResponse<String> shown(
      HttpRequest<?> request,
      Map<String, String> form,
      List<String> words,
      Function<CommandReply, Map<String, Object>> told) {
    Caller caller = Caller.of(request);
    Optional<String> refusal =
        parts.access().refusalToShow(caller).or(() -> parts.formToken().refusal(form.get("token")));
    if (refusal.isPresent()) {
      return Drawing.refused(refusal.get());
    }
    if (form.getOrDefault("reason", "").isBlank()) {
      return Drawing.refused("Give a reason: it stays on record.");
    }
    words.add("--reason=" + form.getOrDefault("reason", ""));
    if (!caller.name().isEmpty()) {
      words.add("--operator=" + caller.name());
    }
    words.addAll(List.of("--", form.getOrDefault("id", "")));
    CommandReply reply = parts.runs().act(words);
    Map<String, Object> model = new HashMap<>();
    model.put("reply", reply);
    model.put("message", told.apply(reply));
    return HttpResponse.ok(parts.templates().render("part-body", model));
  }
}
