package io.twinbus.ledger.cosmos;

import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.operation.OperationMeter;
import io.twinbus.ledger.cosmos.operation.StatusVerdict;
import io.twinbus.ledger.cosmos.operation.Verb;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The operations on one document, each answered with a value within a bound.
 *
 * <p>The SDK ends an operation at its own end-to-end timeout; a second, later bound of ours holds
 * where that one does not reach. Thread-safe.
 */
final class DocumentCalls implements Writes {

  private static final Duration GRACE = Duration.ofMillis(500);

  private final OpenContainer container;
  private final Duration bound;
  private final OperationMeter meter;
  private final Failures failures;

  DocumentCalls(
      OpenContainer container, Duration callTimeout, OperationMeter meter, Failures failures) {
    this.container = container;
    this.bound = callTimeout.plus(GRACE);
    this.meter = meter;
    this.failures = failures;
  }

  CompletionStage<Answer> read(String partition, String id) {
    return run(
        Verb.READ,
        partition,
        () -> container.get().readItem(id, new PartitionKey(partition), ObjectNode.class));
  }

  @Override
  public CompletionStage<Answer> create(ObjectNode document) {
    String partition = partitionOf(document);
    return run(
        Verb.CREATE,
        partition,
        () ->
            container
                .get()
                .createItem(document, new PartitionKey(partition), new CosmosItemRequestOptions()));
  }

  @Override
  public CompletionStage<Answer> replace(ObjectNode document, String etag) {
    String partition = partitionOf(document);
    if (isNone(etag)) {
      return CompletableFuture.completedStage(
          new Answer.Unknown("A replace without an ETag was not sent."));
    }
    return run(
        Verb.REPLACE,
        partition,
        () ->
            container
                .get()
                .replaceItem(
                    document,
                    document.path("id").textValue(),
                    new PartitionKey(partition),
                    new CosmosItemRequestOptions().setIfMatchETag(etag)));
  }

  /**
   * Writes over any version, or where there is nothing: only for documents that have one writer and
   * decide nothing. It is no upsert, which the role that receivers have does not allow.
   */
  CompletionStage<Answer> put(ObjectNode document) {
    String partition = partitionOf(document);
    return run(
            Verb.REPLACE,
            partition,
            () ->
                container
                    .get()
                    .replaceItem(
                        document,
                        document.path("id").textValue(),
                        new PartitionKey(partition),
                        new CosmosItemRequestOptions()))
        .thenCompose(
            answer ->
                answer instanceof Answer.Conflict
                    ? create(document)
                    : CompletableFuture.completedStage(answer));
  }

  private CompletionStage<Answer> run(
      Verb verb, String partition, Supplier<Mono<CosmosItemResponse<ObjectNode>>> call) {
    CompletableFuture<Answer> answer =
        Mono.defer(call)
            .name("ledger") // else each timeout derives one, with regular expressions
            .timeout(bound)
            .map(response -> done(verb, response))
            .onErrorResume(thrown -> Mono.just(failed(verb, partition, thrown)))
            .toFuture();
    return answer.minimalCompletionStage();
  }

  private Answer done(Verb verb, CosmosItemResponse<ObjectNode> response) {
    meter.count(verb, StatusVerdict.DONE, response.getRequestCharge());
    return done(verb, verb == Verb.READ ? response.getItem() : null, response.getETag());
  }

  /** What an operation that succeeded with {@code etag} is answered with. */
  static Answer done(Verb verb, @Nullable ObjectNode document, @Nullable String etag) {
    return etag == null || isNone(etag)
        ? new Answer.Unknown("%s was answered without an ETag.".formatted(verb))
        : new Answer.Done(document, etag);
  }

  /** The SDK sends no precondition for null, and the account takes {@code *} for any version. */
  static boolean isNone(@Nullable String etag) {
    return etag == null || etag.isBlank() || etag.equals("*");
  }

  private Answer failed(Verb verb, String partition, Throwable thrown) {
    return answer(failures.judge(verb, subject(partition), thrown));
  }

  /** What an operation that failed so is answered with. */
  static Answer answer(Failures.Failure failure) {
    return switch (failure.verdict()) {
      case ABSENT -> new Answer.Absent();
      case CONFLICT -> new Answer.Conflict();
      case DONE, UNKNOWN, REFUSED -> new Answer.Unknown(failure.why(), failure.retryAfter());
    };
  }

  /** How a document's operation is named to a person. */
  static String subject(String partition) {
    return "partition '" + partition + "'";
  }

  static String partitionOf(ObjectNode document) {
    return document.path(DocumentNames.PARTITION).textValue();
  }
}
