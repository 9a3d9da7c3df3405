package io.twinbus.console.web;

import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
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
 * the deed. The command says both, as it does at the prompt without and with {@code --yes}. The
 * deed is that of the plan which was shown, once, and within ten minutes.
 */
@Controller("/act")
@Requires(env = ConsoleParts.ENVIRONMENT)
@ExecuteOn(TaskExecutors.BLOCKING)
final class Acts {

  private static final String CLI_ADVICE = "add --yes";
  private static final String NO_REASON = "Give a reason: it stays on record.";

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
        .map(kind -> form(request, model(kind, new ActFields(asked), "form")))
        .orElseGet(HttpResponse::notFound);
  }

  private HttpResponse<String> form(HttpRequest<?> request, Map<String, Object> model) {
    return HttpResponse.ok(drawing.page(request, "act", model));
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
      return refused(request, kind, fields, CommandReply.invalid(NO_REASON, parts.now().get()));
    }
    if (!fields.get("step").equals("do")) {
      return plan(request, kind, fields.planned(""), caller);
    }
    PlanTokens.Plan plan = new PlanTokens.Plan(kind.path(), fields.about(), caller);
    Optional<String> refusal = parts.planTokens().refusal(fields.get("plan"), plan);
    if (refusal.isPresent()) {
      return refused(
          request, kind, fields, CommandReply.conflict(refusal.get(), parts.now().get()));
    }
    CommandReply done = parts.runs().act(kind.deed(fields, caller.name()));
    return done.isDone()
        ? page(request, done, model(kind, fields, "done", done))
        : refused(request, kind, fields, done);
  }

  /** What would be done, with a token that confirms this effect alone. */
  private HttpResponse<String> plan(
      HttpRequest<?> request, ActKind kind, ActFields fields, Caller caller) {
    CommandReply said = parts.runs().act(kind.plan(fields, caller.name()));
    if (!said.isDone()) {
      return refused(request, kind, fields, said);
    }
    ActFields shown = fields.planned(String.valueOf(said.document().getOrDefault("effect", "")));
    Map<String, Object> model = model(kind, shown, "plan", said);
    model.put(
        "plan", parts.planTokens().issue(new PlanTokens.Plan(kind.path(), shown.about(), caller)));
    return page(request, said, model);
  }

  /** The form again, filled in, with the sentence that says why. */
  private HttpResponse<String> refused(
      HttpRequest<?> request, ActKind kind, ActFields fields, CommandReply why) {
    return page(request, why, model(kind, fields, "form", why));
  }

  private Map<String, Object> model(
      ActKind kind, ActFields fields, String step, CommandReply reply) {
    Map<String, Object> model = model(kind, fields, step);
    model.put("reply", reply.without(CLI_ADVICE));
    model.put("document", reply.document());
    return model;
  }

  private Map<String, Object> model(ActKind kind, ActFields fields, String step) {
    Map<String, Object> model = new HashMap<>();
    model.put("kind", kind);
    model.put("step", step);
    model.put("form", fields.about());
    model.put("most", ActKind.MOST_LETTERS);
    model.put("regions", regions());
    return model;
  }

  private HttpResponse<String> page(
      HttpRequest<?> request, CommandReply reply, Map<String, Object> model) {
    return HttpResponse.status(Drawing.status(reply), null)
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
