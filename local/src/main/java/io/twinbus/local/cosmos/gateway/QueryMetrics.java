package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.sql.Page;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one page of a query took, as the header tells clients that ask for it.
 *
 * <p>The SDKs need every field that the service sends. Times of single steps and the size of what
 * was read are not measured here and stay 0.
 *
 * @param loaded how many documents the service would have loaded
 */
record QueryMetrics(Duration took, long loaded, Page page, int resultBytes) {
  static final String HEADER = "x-ms-documentdb-query-metrics";
  private static final String UNMEASURED =
      Stream.of(
              "queryCompileTimeInMs",
              "queryLogicalPlanBuildTimeInMs",
              "queryPhysicalPlanBuildTimeInMs",
              "queryOptimizationTimeInMs",
              "VMExecutionTimeInMs",
              "indexLookupTimeInMs",
              "documentLoadTimeInMs",
              "systemFunctionExecuteTimeInMs",
              "userFunctionExecuteTimeInMs",
              "writeOutputTimeInMs")
          .map(time -> time + "=0.00")
          .collect(Collectors.joining(";"));
  private static final double NANOS_A_MILLI = 1_000_000;

  static boolean areAskedFor(Request request) {
    return request.flag("x-ms-documentdb-populatequerymetrics");
  }

  String text() {
    double indexUtilization = loaded == 0 ? 1 : Math.min(1, (double) page.matched() / loaded);
    return String.format(
        Locale.ROOT,
        "totalExecutionTimeInMs=%.2f;%s;retrievedDocumentCount=%d;retrievedDocumentSize=0;"
            + "outputDocumentCount=%d;outputDocumentSize=%d;indexUtilizationRatio=%.2f",
        took.toNanos() / NANOS_A_MILLI,
        UNMEASURED,
        loaded,
        page.results().size(),
        resultBytes,
        indexUtilization);
  }
}
