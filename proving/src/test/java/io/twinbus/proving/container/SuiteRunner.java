package io.twinbus.proving.container;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs testkit's contract suites and local's conformance suite in this process, against the
 * endpoints that its environment names, and ends with a line of counts. Exit code 0: all passed.
 */
final class SuiteRunner {

  private static final int TRACE_LINES = 12;

  private SuiteRunner() {}

  public static void main(String[] arguments) {
    LauncherDiscoveryRequest suites =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                selectClass("io.twinbus.testkit.contract.NamespaceBrokerTest"),
                selectClass("io.twinbus.testkit.contract.NamespaceLinkTest"),
                selectClass("io.twinbus.testkit.contract.AccountLedgerTest"),
                selectPackage("io.twinbus.local.conformance.servicebus"),
                selectPackage("io.twinbus.local.conformance.cosmos"))
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(suites, listener);

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
}
