package io.twinbus.console.web;

import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.twinbus.console.commands.CommandReply;
import io.twinbus.console.view.SessionRow;
import io.twinbus.console.view.Strip;
import io.twinbus.console.view.TimelineRow;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ops.watch.Snapshot;
import io.twinbus.protocol.RegionName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The pages that are read. */
@Controller(produces = MediaType.TEXT_HTML)
@Requires(env = ConsoleParts.ENVIRONMENT)
@ExecuteOn(TaskExecutors.BLOCKING)
final class Pages {

  /** How old the answer of a command may be that a page shows. */
  private static final Duration FRESH = Duration.ofSeconds(3);

  /** The same where a command reads many records or copies. */
  private static final Duration SAMPLED = Duration.ofSeconds(10);

  private static final Duration CHECKED = Duration.ofSeconds(30);
  private static final String SCAN = "--scan=2000";

  /** Every queue of every region is peeked into. */
  private static final Duration ALL_QUEUES = Duration.ofSeconds(15);

  private final ConsoleParts parts;
  private final Drawing drawing;

  Pages(ConsoleParts parts) {
    this.parts = parts;
    this.drawing = new Drawing(parts);
  }

  @Get("/")
  HttpResponse<String> overview(HttpRequest<?> request) {
    Map<String, Object> model = new HashMap<>();
    model.put("regions", regions());
    model.put("severalQueues", parts.hasSeveralQueues());
    return page(request, "overview", model);
  }

  /** The part of the overview about all queues, which is asked for once the page is there. */
  @Get("/queues")
  HttpResponse<String> queues() {
    Map<String, Object> model = new HashMap<>();
    model.put("reply", parts.runs().ask(ALL_QUEUES, "regions", "--scan=500"));
    return HttpResponse.ok(parts.templates().render("part-queues", model));
  }

  @Get("/sessions")
  HttpResponse<String> sessions(
      HttpRequest<?> request,
      @QueryValue(defaultValue = "") String status,
      @QueryValue(defaultValue = "") String region,
      @QueryValue(defaultValue = "") String prefix) {
    List<String> words = new ArrayList<>(List.of("sessions", "list", "--limit=200"));
    boolean isFiltered = !(status.isEmpty() && region.isEmpty() && prefix.isEmpty());
    addIfAny(words, "--status=", status);
    addIfAny(words, "--region=", region);
    addIfAny(words, "--prefix=", prefix);
    CommandReply listed = parts.runs().ask(SAMPLED, words.toArray(String[]::new));
    List<Map<String, Object>> records = new ArrayList<>(listed.rows());
    if (!isFiltered) {
      records.addAll(
          parts.runs().ask(SAMPLED, "sessions", "list", "--status=BLOCKED", "--limit=100").rows());
    }
    List<Snapshot.Waiting> waiting =
        parts.board().get().snapshot().stream()
            .flatMap(snapshot -> snapshot.queues().values().stream())
            .flatMap(queue -> queue.longest().stream())
            .toList();
    Map<String, Object> model = new HashMap<>();
    model.put("rows", SessionRow.worstFirst(records, waiting, !isFiltered));
    model.put("reply", listed);
    model.put("filter", Map.of("status", status, "region", region, "prefix", prefix));
    model.put("regions", regions());
    model.put("statuses", SessionStatus.values());
    return page(request, "sessions", model);
  }

  @Get("/session")
  HttpResponse<String> session(HttpRequest<?> request, @QueryValue(defaultValue = "") String id) {
    CommandReply reply = parts.runs().ask(FRESH, "sessions", "show", SCAN, "--", id);
    Map<String, Object> model = new HashMap<>();
    model.put("id", id);
    model.put("reply", reply);
    model.put("session", reply.document());
    model.put("strips", Strip.of(reply.document()));
    return page(request, reply, "session", model);
  }

  @Get("/message")
  HttpResponse<String> message(
      HttpRequest<?> request,
      @QueryValue(defaultValue = "") String id,
      @QueryValue(defaultValue = "") String session,
      @QueryValue(defaultValue = "") String stream,
      @QueryValue(defaultValue = "") String seq) {
    Map<String, Object> model = new HashMap<>();
    model.put("id", id);
    model.put("of", session);
    if (id.isEmpty()) {
      return page(request, "message", model);
    }
    List<String> words = new ArrayList<>(List.of("messages", "trace", SCAN));
    addIfAny(words, "--session=", session);
    addIfAny(words, "--stream=", stream);
    addIfAny(words, "--seq=", seq);
    words.addAll(List.of("--", id));
    CommandReply reply = parts.runs().ask(FRESH, words.toArray(String[]::new));
    model.put("reply", reply);
    model.put("message", reply.document());
    return page(request, reply, "message", model);
  }

  @Get("/letters")
  HttpResponse<String> letters(
      HttpRequest<?> request,
      @QueryValue(defaultValue = "") String reason,
      @QueryValue(defaultValue = "") String session) {
    CommandReply listed = letterList(reason, session);
    Map<String, Object> model = new HashMap<>();
    model.put("groups", parts.runs().ask(SAMPLED, "dlq", "list", "--by=REASON", SCAN));
    model.put("reply", listed);
    model.put("filter", Map.of("reason", reason, "session", session));
    return page(request, "letters", model);
  }

  @Get(value = "/letters.json", produces = MediaType.APPLICATION_JSON)
  HttpResponse<List<Map<String, Object>>> lettersAsJson(
      @QueryValue(defaultValue = "") String reason, @QueryValue(defaultValue = "") String session) {
    return HttpResponse.ok(letterList(reason, session).rows());
  }

  private CommandReply letterList(String reason, String session) {
    List<String> words = new ArrayList<>(List.of("dlq", "list", "--limit=200", SCAN));
    addIfAny(words, "--died-of=", reason);
    addIfAny(words, "--session=", session);
    return parts.runs().ask(SAMPLED, words.toArray(String[]::new));
  }

  @Get("/timeline")
  HttpResponse<String> timeline(HttpRequest<?> request) {
    CommandReply audit = parts.runs().ask(SAMPLED, "audit", "list", "--since=24h", "--limit=200");
    Map<String, Object> model = new HashMap<>();
    model.put("reply", audit);
    model.put("rows", TimelineRow.merged(parts.board().get().events(), audit.rows()));
    return page(request, "timeline", model);
  }

  @Get("/doctor")
  HttpResponse<String> doctor(HttpRequest<?> request) {
    Map<String, Object> model = new HashMap<>();
    model.put("reply", parts.runs().ask(CHECKED, "doctor", "--read-only"));
    return page(request, "doctor", model);
  }

  private List<String> regions() {
    return parts.board().get().snapshot().stream()
        .flatMap(snapshot -> snapshot.queues().keySet().stream())
        .map(RegionName::value)
        .toList();
  }

  private static void addIfAny(List<String> words, String option, String value) {
    if (!value.isEmpty()) {
      words.add(option + value);
    }
  }

  private HttpResponse<String> page(
      HttpRequest<?> request, CommandReply reply, String name, Map<String, Object> model) {
    HttpStatus status = reply.isNotFound() ? HttpStatus.NOT_FOUND : HttpStatus.OK;
    return HttpResponse.status(status, null).body(drawing.page(request, name, model));
  }

  private HttpResponse<String> page(
      HttpRequest<?> request, String name, Map<String, Object> model) {
    return HttpResponse.ok(drawing.page(request, name, model));
  }
}
