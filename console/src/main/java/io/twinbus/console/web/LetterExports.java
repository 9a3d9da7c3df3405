package io.twinbus.console.web;

import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.server.types.files.StreamedFile;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.twinbus.console.acts.ActFields;
import io.twinbus.console.acts.LetterExportWords;
import io.twinbus.console.commands.CommandReply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Dead letters with their bodies as a file: {@code dlq export}, which puts the look on record
 * first. The console's own copy stands in a directory of its own, and goes as it is read.
 */
@Controller("/letters/export")
@Requires(env = ConsoleParts.ENVIRONMENT)
@ExecuteOn(TaskExecutors.BLOCKING)
final class LetterExports {

  private static final String PATH = "export";
  private static final MediaType LINES = MediaType.of("application/x-ndjson");

  private final ConsoleParts parts;
  private final Drawing drawing;

  LetterExports(ConsoleParts parts) {
    this.parts = parts;
    this.drawing = new Drawing(parts);
  }

  @Post(consumes = MediaType.APPLICATION_FORM_URLENCODED, produces = MediaType.ALL)
  HttpResponse<?> export(HttpRequest<?> request, @Body Map<String, String> form) {
    Caller caller = Caller.of(request);
    Optional<String> refusal =
        parts.access().refusalToAct(caller).or(() -> parts.formToken().refusal(form.get("token")));
    if (refusal.isPresent()) {
      return Drawing.refused(refusal.get());
    }
    ActFields fields = new ActFields(form);
    if (fields.reason().isBlank()) {
      return Drawing.refused("Give a reason: it stays on record.");
    }
    PlanTokens.Plan plan = new PlanTokens.Plan(PATH, fields.about(), caller);
    if (!fields.get("step").equals("do")) {
      CommandReply said = parts.runs().act(LetterExportWords.plan(fields));
      if (!said.isDone()) {
        return refused(request, fields, said);
      }
      Map<String, Object> model = model(fields, said);
      model.put("plan", parts.planTokens().issue(plan));
      return page(request, said, model);
    }
    return parts
        .planTokens()
        .refusal(fields.get("plan"), plan)
        .<HttpResponse<?>>map(
            why -> refused(request, fields, CommandReply.conflict(why, parts.now().get())))
        .orElseGet(() -> file(request, fields, caller));
  }

  private HttpResponse<?> file(HttpRequest<?> request, ActFields fields, Caller caller) {
    try {
      Path directory = Files.createTempDirectory("twinbus-letters-");
      Path file = directory.resolve("dead-letters.ndjson");
      try {
        CommandReply reply = parts.runs().act(LetterExportWords.deed(fields, file, caller.name()));
        if (!reply.isDone() || !Files.exists(file)) {
          return refused(request, fields, reply);
        }
        // On Linux and macOS an open file can be read after its name is gone.
        return HttpResponse.ok(
                new StreamedFile(
                        Files.newInputStream(file, StandardOpenOption.DELETE_ON_CLOSE), LINES)
                    .attach("dead-letters.ndjson"))
            .header("Cache-Control", "no-store");
      } finally {
        Files.deleteIfExists(file);
        Files.deleteIfExists(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A form with the same choice, and the sentence that says why. */
  private HttpResponse<String> refused(HttpRequest<?> request, ActFields fields, CommandReply why) {
    return page(request, why, model(fields, why));
  }

  private static Map<String, Object> model(ActFields fields, CommandReply reply) {
    Map<String, Object> model = new HashMap<>();
    model.put("form", fields.about());
    model.put("reply", reply);
    model.put("groups", reply.rows());
    return model;
  }

  private HttpResponse<String> page(
      HttpRequest<?> request, CommandReply reply, Map<String, Object> model) {
    return HttpResponse.status(Drawing.status(reply), null)
        .contentType(MediaType.TEXT_HTML_TYPE)
        .body(drawing.page(request, "export", model));
  }
}
