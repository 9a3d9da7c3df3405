package io.twinbus.console.web;

import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
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
  HttpResponse<String> body(@Body Map<String, String> form) {
    if (!parts.formToken().isThatOf(form.get("token"))) {
      return HttpResponse.<String>status(HttpStatus.FORBIDDEN)
          .body("<p>This form is of another run of the console: load its page again.</p>");
    }
    List<String> words = new ArrayList<>(List.of("messages", "show", "--body", "--scan=2000"));
    words.add("--reason=" + form.getOrDefault("reason", ""));
    words.add("--session=" + form.getOrDefault("session", ""));
    words.addAll(List.of("--output", "json", "--", form.getOrDefault("id", "")));
    CommandReply reply = parts.runs().act(words);
    Map<String, Object> model = new HashMap<>();
    model.put("reply", reply);
    model.put("message", reply.document());
    return HttpResponse.ok(parts.templates().render("part-body", model));
  }
}
