package io.twinbus.console.web;

import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Post;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.twinbus.console.acts.ActFields;
import io.twinbus.console.acts.ActKind;
import io.twinbus.console.commands.CommandReply;
import io.twinbus.ops.watch.Snapshot;
import io.twinbus.protocol.RegionName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Changes something in three steps: a form that asks for the reason, what the command would do, and
 * the deed. The command says both, as it does at the prompt without and with {@code --yes}.
 */
@Controller("/act")
@Requires(env = ConsoleParts.ENVIRONMENT)
@ExecuteOn(TaskExecutors.BLOCKING)
final class Acts {

  private static final String CLI_ADVICE = "add --yes";

  private final ConsoleParts parts;
  private final Drawing drawing;

  Acts(ConsoleParts parts) {
    this.parts = parts;
    this.drawing = new Drawing(parts);
  }

  /** The form. */
  @Get(value = "/{path}", produces = MediaType.TEXT_HTML)
  HttpResponse<String> form(HttpRequest<?> request, @PathVariable String path) {
    Optional<String> refusal = parts.access().refusalToAct(Caller.of(request));
    if (refusal.isPresent()) {
      return Drawing.refused(refusal.get());
    }
    Map<String, String> asked = new HashMap<>();
    request.getParameters().forEachValue(asked::put);
    return ActKind.at(path)
        .map(kind -> page(request, kind, new ActFields(asked), "form", Optional.empty()))
        .orElseGet(HttpResponse::notFound);
  }

  /** What would be done, or the deed. */
  @Post(
      value = "/{path}",
      consumes = MediaType.APPLICATION_FORM_URLENCODED,
      produces = MediaType.TEXT_HTML)
  HttpResponse<String> act(
      HttpRequest<?> request, @PathVariable String path, @Body Map<String, String> form) {
    Caller caller = Caller.of(request);
    Optional<String> refusal =
        parts.access().refusalToAct(caller).or(() -> parts.formToken().refusal(form.get("token")));
    if (refusal.isPresent()) {
      return Drawing.refused(refusal.get());
    }
    return ActKind.at(path)
        .map(kind -> step(request, kind, new ActFields(form), caller))
        .orElseGet(HttpResponse::notFound);
  }

  private HttpResponse<String> step(
      HttpRequest<?> request, ActKind kind, ActFields fields, Caller caller) {
    if (fields.reason().isEmpty()) {
      CommandReply none =
          new CommandReply(
              2, List.of(), List.of("Give a reason: it stays on record."), parts.now().get());
      return page(request, kind, fields, "form", Optional.of(none));
    }
    boolean isDeed = fields.get("step").equals("do");
    CommandReply reply =
        parts.runs().act(isDeed ? kind.deed(fields, caller.name()) : kind.plan(fields));
    String step = isDeed ? "done" : "plan";
    return page(request, kind, fields, reply.isDone() ? step : "form", Optional.of(reply));
  }

  private HttpResponse<String> page(
      HttpRequest<?> request,
      ActKind kind,
      ActFields fields,
      String step,
      Optional<CommandReply> reply) {
    Map<String, Object> model = new HashMap<>();
    model.put("kind", kind);
    model.put("step", step);
    model.put("form", fields.values());
    model.put("most", ActKind.MOST_LETTERS);
    model.put("regions", regions());
    reply.ifPresent(
        said -> {
          model.put("reply", said.without(CLI_ADVICE));
          model.put("document", said.document());
        });
    return HttpResponse.status(reply.map(Drawing::status).orElse(HttpStatus.OK), null)
        .body(drawing.page(request, "act", model));
  }

  private List<String> regions() {
    return parts.board().get().snapshot().stream()
        .map(Snapshot::queues)
        .flatMap(queues -> queues.keySet().stream())
        .map(RegionName::value)
        .toList();
  }
}
