package io.twinbus.ledger.cosmos;

import com.azure.cosmos.CosmosEndToEndOperationLatencyPolicyConfigBuilder;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlQuerySpec;
import io.twinbus.ledger.cosmos.operation.OperationMeter;
import io.twinbus.ledger.cosmos.operation.StatusVerdict;
import io.twinbus.ledger.cosmos.operation.Verb;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Queries, each answered with a value within a bound. Thread-safe.
 *
 * <p>A query that has not answered by then has said nothing: there is no partial answer.
 */
final class QueryCalls {

  private static final Duration GRACE = Duration.ofMillis(500);

  /** Rows and where they ended. */
  record Rows<T>(List<T> rows, Optional<String> continuation, double requestUnits) {}

  /** A page costs a query's base charge again: what is small by nature fits into one. */
  private static final int WHOLE = 1_000;

  /**
   * Which page of a query.
   *
   * @param partition the partition to ask; null for all
   * @param size the most rows it may hold
   * @param continuation where the page before ended; null for the first
   */
  record PageRequest(@Nullable String partition, int size, @Nullable String continuation) {}

  private final OpenContainer container;
  private final Duration timeout;
  private final OperationMeter meter;
  private final Failures failures;

  QueryCalls(OpenContainer container, Duration timeout, OperationMeter meter, Failures failures) {
    this.container = container;
    this.timeout = timeout;
    this.meter = meter;
    this.failures = failures;
  }

  /** The first page that holds rows, or the last page when none does. */
  <T, R> CompletionStage<R> page(
      SqlQuerySpec query,
      PageRequest request,
      Class<T> type,
      Function<Rows<T>, R> onRows,
      Function<String, R> onFailure) {
    return run(
        Mono.defer(
            () ->
                container
                    .get()
                    .queryItems(query, options(request.partition()), type)
                    .byPage(request.continuation(), request.size())
                    .filter(QueryCalls::isWorthAnswering)
                    .next()
                    .map(this::rows)
                    .defaultIfEmpty(new Rows<T>(List.of(), Optional.empty(), 0))),
        onRows,
        onFailure);
  }

  /** Every row; for queries whose answer is small by nature. */
  <T, R> CompletionStage<R> all(
      SqlQuerySpec query,
      @Nullable String partition,
      Class<T> type,
      Function<Rows<T>, R> onRows,
      Function<String, R> onFailure) {
    return run(
        Mono.defer(
            () ->
                container
                    .get()
                    .queryItems(query, options(partition), type)
                    .byPage(WHOLE)
                    .map(this::rows)
                    .reduce(new Rows<T>(List.of(), Optional.empty(), 0), QueryCalls::joined)),
        onRows,
        onFailure);
  }

  private <T, R> CompletionStage<R> run(
      Mono<Rows<T>> rows, Function<Rows<T>, R> onRows, Function<String, R> onFailure) {
    return rows.timeout(timeout.plus(GRACE))
        .map(onRows)
        .onErrorResume(
            thrown ->
                Mono.just(
                    onFailure.apply(failures.judge(Verb.QUERY, "the container", thrown).why())))
        .toFuture()
        .minimalCompletionStage();
  }

  private CosmosQueryRequestOptions options(@Nullable String partition) {
    CosmosQueryRequestOptions options =
        new CosmosQueryRequestOptions()
            .setCosmosEndToEndOperationLatencyPolicyConfig(
                new CosmosEndToEndOperationLatencyPolicyConfigBuilder(timeout).build());
    if (partition != null) {
      options.setPartitionKey(new PartitionKey(partition));
    }
    return options;
  }

  private <T> Rows<T> rows(FeedResponse<T> page) {
    meter.count(Verb.QUERY, StatusVerdict.DONE, page.getRequestCharge());
    return new Rows<>(
        page.getResults(),
        Optional.ofNullable(page.getContinuationToken()),
        page.getRequestCharge());
  }

  private static boolean isWorthAnswering(FeedResponse<?> page) {
    return !page.getResults().isEmpty() || page.getContinuationToken() == null;
  }

  private static <T> Rows<T> joined(Rows<T> before, Rows<T> next) {
    return new Rows<>(
        Stream.concat(before.rows().stream(), next.rows().stream()).toList(),
        Optional.empty(),
        before.requestUnits() + next.requestUnits());
  }
}
