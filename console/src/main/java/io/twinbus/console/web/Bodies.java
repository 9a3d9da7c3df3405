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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a message carries, on demand: {@code messages show --body}, which puts the look on record
 * before it shows anything. Answers are kept nowhere.
 */
@Controller("/message/body")
@Requires(env = ConsoleParts.ENVIRONMENT)
@ExecuteOn(TaskExecutors.BLOCKING)
final class Bodies {

  private final ConsoleParts parts;

  Bodies(ConsoleParts parts) {
    this.parts = parts;
  }

  @Post(consumes = MediaType.APPLICATION_FORM_URLENCODED, produces = MediaType.TEXT_HTML)
  HttpResponse<String> body(HttpRequest<?> request, @Body Map<String, String> form) {
    Caller caller = Caller.of(request);
    Optional<String> refusal =
        parts.access().refusalToShow(caller).or(() -> parts.formToken().refusal(form.get("token")));
    if (refusal.isPresent()) {
      return Drawing.refused(refusal.get());
    }
    if (form.getOrDefault("reason", "").isBlank()) {
      return Drawing.refused("Give a reason: it stays on record.");
    }
    List<String> words = new ArrayList<>(List.of("messages", "show", "--body", "--scan=2000"));
    words.add("--reason=" + form.getOrDefault("reason", ""));
    words.add("--session=" + form.getOrDefault("session", ""));
    if (!caller.name().isEmpty()) {
      words.add("--operator=" + caller.name());
    }
    words.addAll(List.of("--", form.getOrDefault("id", "")));
    CommandReply reply = parts.runs().act(words);
    Map<String, Object> model = new HashMap<>();
    model.put("reply", reply);
    model.put("message", reply.document());
    return HttpResponse.ok(parts.templates().render("part-body", model));
  }
}
