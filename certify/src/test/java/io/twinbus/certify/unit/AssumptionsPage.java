package io.twinbus.certify.unit;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.closing.Closing;
import io.twinbus.certify.cosmos.AccountSite;
import io.twinbus.certify.servicebus.BusSite;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** docs/assumptions.md, made from the checks. */
final class AssumptionsPage {

  private static final String HEAD =
      """
      # Assumptions

      What Twinbus takes for granted about Service Bus and Cosmos DB, why, where Microsoft says so, and what happens if it is not so.
      This page is made from the checks of [`twinbus certify`](deploy.md#certify), which tries each of them on your own account; a test keeps
      the two alike.
      """;

  private AssumptionsPage() {}

  static String text() {
    return HEAD
        + section("Service Bus, in each region", BusSite.assumptions())
        + section("Cosmos DB", AccountSite.assumptions())
        + section("All together", List.of(Closing.assumption()));
  }

  private static String section(String title, List<Assumption> assumptions) {
    return """

    ## %s

    | check | assumption | why we need it | what happens if not | promise that falls |
    |---|---|---|---|---|
    %s\
    """
        .formatted(
            title,
            assumptions.stream()
                .sorted(Comparator.comparing(Assumption::id))
                .map(AssumptionsPage::row)
                .collect(Collectors.joining()));
  }

  private static String row(Assumption assumption) {
    Assumption.Reason reason = assumption.reason();
    return "| `%s` | %s ([Microsoft](%s)) | %s | %s | %s |\n"
        .formatted(
            assumption.id(),
            assumption.sentence(),
            reason.document(),
            reason.need(),
            reason.otherwise(),
            reason.promise().words());
  }
}
