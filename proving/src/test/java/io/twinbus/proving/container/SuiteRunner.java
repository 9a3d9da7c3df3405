package io.twinbus.proving.container;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs the parts that its arguments name of testkit's contract suites and local's conformance suite
 * in this process, against the endpoints that its environment names, and ends with a line of
 * counts. Exit code 0: all passed.
 */
final class SuiteRunner {

  private static final int TRACE_LINES = 12;

  /** A part of the suites, which needs nothing of the other parts. */
  enum Part {
    CONTRACTS,
    SERVICE_BUS_RULES,
    COSMOS_RULES
  }

  private SuiteRunner() {}

  public static void main(String[] arguments) {
    LauncherDiscoveryRequestBuilder suites = LauncherDiscoveryRequestBuilder.request();
    for (String argument : arguments) {
      suites.selectors(selected(Part.valueOf(argument)));
    }
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(suites.build(), listener);

    TestExecutionSummary summary = listener.getSummary();
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    summary.printFailuresTo(out, TRACE_LINES);
    out.printf(
        "Suites: %d passed, %d left out, %d failed.%n",
        summary.getTestsSucceededCount(),
        summary.getTestsSkippedCount() + summary.getTestsAbortedCount(),
        summary.getTotalFailureCount());
    // Clients of the SDKs may leave threads behind that are no daemons.
    System.exit(summary.getTotalFailureCount() == 0 ? 0 : 1);
  }

  private static List<DiscoverySelector> selected(Part part) {
    return switch (part) {
      case CONTRACTS ->
          List.of(
              selectClass("io.twinbus.testkit.contract.NamespaceBrokerTest"),
              selectClass("io.twinbus.testkit.contract.NamespaceLinkTest"),
              selectClass("io.twinbus.testkit.contract.AccountLedgerTest"));
      case SERVICE_BUS_RULES -> List.of(selectPackage("io.twinbus.local.conformance.servicebus"));
      case COSMOS_RULES -> List.of(selectPackage("io.twinbus.local.conformance.cosmos"));
    };
  }
}
