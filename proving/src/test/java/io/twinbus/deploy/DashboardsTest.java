package io.twinbus.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Dashboards, alerts and their tests speak of metrics that there are, and alerts send people to
 * sections that there are.
 */
class DashboardsTest {

  private static final String METRIC = "(twinbus_[a-z_]+)";

  /** What all queues of a process share. */
  private static final Pattern OF_THE_PROCESS = Pattern.compile("twinbus_(ledger|lease|buffered)_");

  private static final String DASHBOARD = "deploy/compose/grafana/dashboards/twinbus.json";
  private static final String SENDERS = "deploy/compose/grafana/dashboards/twinbus-sender.json";
  private static final String ALERTS = "deploy/compose/alerts.yml";
  private static final String ALERT_TESTS = "deploy/compose/alerts.test.yml";

  @ParameterizedTest
  @ValueSource(strings = {DASHBOARD, SENDERS, ALERTS, ALERT_TESTS})
  void everyMetricIsOneOfAReceiverOrASender(String file) throws Exception {
    // The receiver's own test compares this table with what is scraped.
    SortedSet<String> known =
        Texts.all("(?m)^\\| `" + METRIC + "`", Texts.of("receiver/README.md"));
    known.addAll(ofSenders());
    SortedSet<String> used = new TreeSet<>();
    for (String name : Texts.all(METRIC, Texts.of(file))) {
      used.add(name.replaceFirst("_(bucket|sum|count)$", ""));
    }

    assertThat(used).isNotEmpty();
    assertThat(known).containsAll(used);
  }

  /** Prometheus's names of the meters that the sender's page lists. */
  private static SortedSet<String> ofSenders() throws Exception {
    String page = Texts.of("sender/README.md");
    String table = page.substring(page.indexOf("| meter, below `twinbus.sender.`"));
    SortedSet<String> names = new TreeSet<>();
    for (String row : table.lines().takeWhile(line -> line.startsWith("|")).skip(2).toList()) {
      String meters = row.split("\\|", 3)[1];
      String unit = meters.contains("(timer)") ? "_seconds" : "";
      String suffix = meters.contains("(counter)") ? "_total" : unit;
      for (String meter : Texts.all("`([a-z.]+)`", meters)) {
        names.add("twinbus_sender_" + meter.replace('.', '_') + suffix);
      }
    }
    return names;
  }

  /** What names no queue would be silent, or in vain, while another queue is well. */
  @ParameterizedTest
  @CsvSource({
    ALERTS + ", (?m)^ *expr: (.+)$",
    DASHBOARD + ", \"expr\": \"(.+)\"",
    SENDERS + ", \"expr\": \"(.+)\"",
  })
  void whatIsMeasuredOfAQueueIsAskedByQueue(String file, String expression) throws Exception {
    SortedSet<String> asked = Texts.all(expression, Texts.of(file));
    asked.removeIf(query -> OF_THE_PROCESS.matcher(query).find());

    assertThat(asked).hasSizeGreaterThan(10);
    assertThat(asked)
        .allSatisfy(
            query -> {
              String name = query.contains("twinbus_sender_") ? "entity" : "queue";
              assertThat(query).containsPattern("by \\([^)]*\\b" + name + "\\b");
            });
  }

  @Test
  void everyAlertSendsPeopleToASectionOfTheRunbook() throws Exception {
    SortedSet<String> sections = new TreeSet<>();
    for (String title : Texts.all("(?m)^## (.+)$", Texts.of("docs/runbook.md"))) {
      sections.add(title.toLowerCase(Locale.ROOT).replace(' ', '-').replaceAll("[,']", ""));
    }
    SortedSet<String> asked = Texts.all("runbook: docs/runbook\\.md#(\\S+)", Texts.of(ALERTS));

    assertThat(asked).isNotEmpty();
    assertThat(sections).containsAll(asked);
  }

  @ParameterizedTest
  @ValueSource(strings = {DASHBOARD, SENDERS})
  void theDashboardIsReadable(String file) throws Exception {
    JsonNode dashboard = new ObjectMapper().readTree(Texts.of(file));

    assertThat(dashboard.path("panels")).hasSizeGreaterThan(10);
    for (JsonNode panel : dashboard.path("panels")) {
      assertThat(panel.path("title").asText()).isNotEmpty();
      assertThat(panel.path("targets")).isNotEmpty();
    }
  }
}
