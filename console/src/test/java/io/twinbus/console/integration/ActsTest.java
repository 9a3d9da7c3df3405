package io.twinbus.console.integration;

import static io.twinbus.console.ProxiedSystem.OPERATOR;
import static io.twinbus.console.ProxiedSystem.OPERATORS;
import static io.twinbus.console.ProxiedSystem.READER;
import static io.twinbus.console.ProxiedSystem.basic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twinbus.console.ProxiedSystem;
import io.twinbus.console.RunningSystem;
import io.twinbus.ledger.Act;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.sender.message.ExplicitSequence;
import io.twinbus.sender.message.OutboundMessage;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every act of the pages, with the right to it and without. */
class ActsTest {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final int BOTH = 2;
  private static final String REASON = "ticket 4711 <b>";

  @TempDir private static Path directory;
  @AutoClose private static RunningSystem system;

  @BeforeAll
  static void start() throws Exception {
    system = ProxiedSystem.start(directory, Map.of("twinbus.receiver.gap-grace", "200ms"));
  }

  /** Both steps of an act; the first changes nothing. */
  private static HttpResponse<String> act(String path, Map<String, String> fields)
      throws Exception {
    return system.post(path, system.origin(), planned(path, fields), OPERATOR);
  }

  /** The form that confirms what the first step has shown. */
  private static Map<String, String> planned(String path, Map<String, String> fields)
      throws Exception {
    Map<String, String> form = new TreeMap<>(fields);
    form.put("reason", REASON);
    form.put("token", system.formToken("/act/pause", OPERATOR));
    HttpResponse<String> plan = system.post(path, system.origin(), form, OPERATOR);
    assertThat(plan.body()).contains("This will be done", "ticket 4711 &lt;b&gt;");
    assertThat(plan.body()).doesNotContain("ann (self-declared)");
    assertThat(plan.body()).doesNotContain("add --yes");
    form.put("plan", RunningSystem.planToken(plan.body()));
    form.put("planned", RunningSystem.plannedEffect(plan.body()));
    form.put("step", "do");
    return form;
  }

  private static List<Act.Kind> history(String session) {
    return system.twinbus().session(session).map(SessionRecord::acts).orElse(List.of()).stream()
        .map(Act::kind)
        .toList();
  }

  private static void deadLetter(String session) throws Exception {
    system.twinbus().handler().refuse(session, "the card number has 15 digits");
    system.twinbus().send(session, "{\"card\": \"none\"}");
    var unused = system.twinbus().awaitDeadLetter(session);
    await()
        .atMost(BOUND)
        .until(
            () ->
                system.get("/letters.json?session=" + session, OPERATOR).body().contains(session));
  }

  @Test
  void aSessionIsHeldAndLetGoOn() throws Exception {
    system.twinbus().send("held", "{}");
    system.twinbus().awaitHandled("held", 1);

    HttpResponse<String> held = act("/act/block", Map.of("id", "held"));

    assertThat(held.statusCode()).isEqualTo(200);
    assertThat(held.body()).contains(">Done<");
    SessionRecord record =
        system.twinbus().awaitSession("held", it -> it.status() == SessionStatus.BLOCKED);
    Act last = record.acts().get(record.acts().size() - 1);
    assertThat(last.by()).contains("olga");
    assertThat(last.reason()).isEqualTo(REASON);
    assertThat(system.get("/session?id=held", OPERATOR).body()).contains("/act/unblock?id=held");

    assertThat(act("/act/unblock", Map.of("id", "held", "how", "retry")).statusCode())
        .isEqualTo(200);
    var unused = system.twinbus().awaitSession("held", it -> it.status() != SessionStatus.BLOCKED);
    assertThat(system.get("/timeline", OPERATOR).body()).contains("olga", "ticket 4711 &lt;b&gt;");
  }

  @Test
  void whatWouldBeDoneIsSaidAndNothingIsDone() throws Exception {
    system.twinbus().send("asked", "{}");
    system.twinbus().awaitHandled("asked", 1);
    Map<String, String> form =
        Map.of(
            "id",
            "asked",
            "reason",
            REASON,
            "token",
            system.formToken("/act/block?id=asked", OPERATOR));

    HttpResponse<String> plan = system.post("/act/block", system.origin(), form, OPERATOR);

    assertThat(plan.body())
        .contains("This will be done", "Hold it", "effect", "olga (self-declared)");
    assertThat(history("asked")).isEmpty();
  }

  @Test
  void aPlanIsConfirmedOnceForItsTargetAndByItsPerson() throws Exception {
    for (String session : new String[] {"planned", "not-planned"}) {
      system.twinbus().send(session, "{}");
      system.twinbus().awaitHandled(session, 1);
    }
    Map<String, String> elsewhere = planned("/act/block", Map.of("id", "planned"));
    elsewhere.put("id", "not-planned");
    Map<String, String> otherPerson = planned("/act/block", Map.of("id", "planned"));
    Map<String, String> unplanned = planned("/act/block", Map.of("id", "planned"));
    unplanned.remove("plan");
    Map<String, String> otherEffect = planned("/act/block", Map.of("id", "planned"));
    assertThat(otherEffect.put("planned", "something else")).isEqualTo("held for an operator");

    for (HttpResponse<String> refused :
        List.of(
            system.post("/act/block", system.origin(), elsewhere, OPERATOR),
            system.post("/act/block", system.origin(), otherPerson, basic("mallory", OPERATORS)),
            system.post("/act/block", system.origin(), unplanned, OPERATOR),
            system.post("/act/block", system.origin(), otherEffect, OPERATOR))) {
      assertThat(refused.statusCode()).isEqualTo(409);
      assertThat(refused.body())
          .contains("let the console say again what it would do", "Say what it would do");
    }
    assertThat(history("planned")).isEmpty();
    assertThat(history("not-planned")).isEmpty();

    Map<String, String> form = planned("/act/block", Map.of("id", "planned"));
    assertThat(system.post("/act/block", system.origin(), form, OPERATOR).statusCode())
        .isEqualTo(200);
    HttpResponse<String> again = system.post("/act/block", system.origin(), form, OPERATOR);
    assertThat(again.statusCode()).isEqualTo(409);
    assertThat(again.body()).contains("has been confirmed before").contains("planned");
    assertThat(history("planned")).hasSize(1);
  }

  @Test
  void receiversPauseAndResume() throws Exception {
    HttpResponse<String> paused = act("/act/pause", Map.of("region", "west", "for", "5m"));

    assertThat(paused.body()).contains(">Done<", "paused until");
    await().atMost(BOUND).until(() -> system.get("/", OPERATOR).body().contains(">PAUSED</span>"));
    assertThat(act("/act/resume", Map.of("region", "west")).body()).contains(">Done<");
    await().atMost(BOUND).until(() -> !system.get("/", OPERATOR).body().contains(">PAUSED</span>"));
  }

  /** Also the region whose copy comes later: its report changes the gap that is looked at. */
  @Test
  void aGapThatRegionsReportIsSkipped() throws Exception {
    system
        .twinbus()
        .send(
            OutboundMessage.of("holed", "holed-2")
                .sequence(ExplicitSequence.of("holes", 2, 1))
                .body("{}")
                .build());
    var reported =
        system
            .twinbus()
            .awaitSession(
                "holed",
                it ->
                    it.custody().owner() == null
                        && it.progress().waiting().values().stream()
                            .anyMatch(gap -> gap.reports().size() == BOTH));
    assertThat(reported.acts()).isEmpty();

    HttpResponse<String> skipped = act("/act/skip", Map.of("id", "holed"));

    assertThat(skipped.body()).contains(">Done<");
    system.twinbus().awaitHandled("holed", 1);
    assertThat(history("holed")).isNotEmpty();
  }

  @Test
  void aGapThatNobodyReportsIsNotSkipped() throws Exception {
    system.twinbus().send("whole", "{}");
    system.twinbus().awaitHandled("whole", 1);

    HttpResponse<String> answer =
        system.post(
            "/act/skip",
            system.origin(),
            Map.of(
                "id",
                "whole",
                "reason",
                REASON,
                "token",
                system.formToken("/act/skip?id=whole", OPERATOR)),
            OPERATOR);

    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.body()).contains("No region reports a gap in session");
    assertThat(history("whole")).isEmpty();
  }

  @Test
  void deadLettersAreShownExportedAndSentAgain() throws Exception {
    deadLetter("dead");

    String page = system.get("/letters?session=dead", OPERATOR).body();
    assertThat(page).contains("By reason", "the card number has 15 digits", "looked at <time");
    assertThat(page).contains("Export those chosen", "/act/replay?id=dead-");

    HttpResponse<String> file = act("/letters/export", Map.of("session", "dead"));
    assertThat(file.headers().firstValue("content-disposition").orElse("")).contains("attachment");
    assertThat(file.headers().firstValue("cache-control")).hasValue("no-store");
    assertThat(file.body().lines()).hasSize(1);
    assertThat(file.body()).contains("{\\\"card\\\": \\\"none\\\"}");

    HttpResponse<String> unplanned =
        system.post(
            "/letters/export",
            system.origin(),
            Map.of(
                "session",
                "dead",
                "step",
                "do",
                "reason",
                REASON,
                "token",
                system.formToken("/act/pause", OPERATOR)),
            OPERATOR);
    assertThat(unplanned.statusCode()).isEqualTo(409);
    assertThat(unplanned.body()).contains("Say what it would do").doesNotContain("&quot;none");

    system.twinbus().handler().recover();
    HttpResponse<String> again = act("/act/replay", Map.of("session", "dead"));
    assertThat(again.body()).contains(">Done<");
    system.twinbus().awaitHandled("dead", 1);
    assertThat(history("dead")).contains(Act.Kind.REPLAY);
    assertThat(system.get("/timeline", OPERATOR).body()).contains("1 dead letters exported to");
  }

  @Test
  void aBodyIsForOperatorsAndIsKeptByNoBrowser() throws Exception {
    deadLetter("secretive");
    Map<String, String> form =
        Map.of(
            "session",
            "secretive",
            "id",
            system.twinbus().deadLetters("secretive").get(0).id(),
            "reason",
            REASON,
            "token",
            system.formToken("/act/pause", OPERATOR));

    HttpResponse<String> shown = system.post("/message/body", system.origin(), form, OPERATOR);
    HttpResponse<String> refused = system.post("/message/body", system.origin(), form, READER);

    assertThat(shown.body()).contains("&quot;card&quot;");
    assertThat(shown.headers().firstValue("cache-control")).hasValue("no-store");
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body())
        .contains("bodies and states need the operator's")
        .doesNotContain("card");
  }

  @Test
  void aStateIsForOperatorsAndIsNotedBeforeItIsShown() throws Exception {
    String id = RunningSystem.WITH_STATE + "a-sum";
    system.twinbus().send(id, "{\"sum\": 12.5}");
    system.twinbus().awaitHandled(id, 1);
    system.twinbus().awaitSession(id, it -> it.state().isPresent());
    Map<String, String> form =
        Map.of("id", id, "reason", REASON, "token", system.formToken("/act/pause", OPERATOR));

    assertThat(system.get("/session?id=" + id, OPERATOR).body()).contains("Show the state");
    assertThat(system.get("/session?id=" + id, READER).body()).doesNotContain("Show the state");
    HttpResponse<String> shown = system.post("/session/state", system.origin(), form, OPERATOR);
    HttpResponse<String> refused = system.post("/session/state", system.origin(), form, READER);

    assertThat(shown.body()).contains("&quot;sum&quot;", "13 bytes");
    assertThat(shown.headers().firstValue("cache-control")).hasValue("no-store");
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).doesNotContain("sum");
    await()
        .atMost(BOUND)
        .until(() -> system.get("/timeline", OPERATOR).body().contains("STATE_SHOWN"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/act/block",
        "/act/unblock",
        "/act/skip",
        "/act/pause",
        "/act/resume",
        "/act/replay",
        "/letters/export"
      })
  void noActIsDoneWithoutTheRightToIt(String path) throws Exception {
    system.twinbus().send("guarded", "{}");
    Map<String, String> form =
        new TreeMap<>(
            Map.of(
                "id", "guarded",
                "session", "guarded",
                "reason", REASON,
                "step", "do",
                "token", system.formToken("/act/pause", OPERATOR)));

    List<HttpResponse<String>> refused = new ArrayList<>();
    refused.add(system.post(path, system.origin(), form, READER));
    refused.add(system.post(path, "http://127.0.0.1:1", form, OPERATOR));
    refused.add(system.post(path, "https://evil.example", form, OPERATOR));
    form.put("token", "another");
    refused.add(system.post(path, system.origin(), form, OPERATOR));

    assertThat(refused).allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(403));
    assertThat(refused.get(0).body()).contains("acts need the operator's").hasLineCount(1);
    assertThat(refused.get(1).body()).contains("Only the console's own pages").hasLineCount(1);
    assertThat(refused.get(3).body()).contains("another run of the console").hasLineCount(1);
    assertThat(history("guarded")).isEmpty();
  }

  @Test
  void anActNeedsAReason() throws Exception {
    HttpResponse<String> answer =
        system.post(
            "/act/pause",
            system.origin(),
            Map.of("reason", " ", "step", "do", "token", system.formToken("/act/pause", OPERATOR)),
            OPERATOR);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("Give a reason: it stays on record.");
  }
}
