package io.twinbus.ledger.cosmos;

import com.azure.cosmos.models.CosmosBulkExecutionOptions;
import com.azure.cosmos.models.CosmosBulkItemRequestOptions;
import com.azure.cosmos.models.CosmosBulkItemResponse;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.PartitionKey;
import io.twinbus.ledger.cosmos.operation.OperationMeter;
import io.twinbus.ledger.cosmos.operation.StatusVerdict;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Writes of several documents in one request, each for itself.
 *
 * <p>The service's bulk form takes operations of any partitions; it carries out each under its own
 * condition and answers each: nothing is atomic across them, and one that is refused keeps none of
 * the others back. Only a request that gets no answer within the bound is one fate for all: each of
 * them is unknown then, as it would be alone. Thread-safe.
 */
final class BulkCalls {

  /**
   * A partition key that has its text at hand: the SDK asks for it several times an operation, for
   * trace lines, also where nobody reads them, and makes JSON of it each time.
   */
  private static final class Partition extends PartitionKey {

    private final String value;

    Partition(String value) {
      super(value);
      this.value = value;
    }

    @Override
    public String toString() {
      return value;
    }
  }

  private final OpenContainer container;
  private final Duration bound;
  private final OperationMeter meter;
  private final Failures failures;
  private final CosmosBulkExecutionOptions options = new CosmosBulkExecutionOptions();

  BulkCalls(
      OpenContainer container, Duration callTimeout, OperationMeter meter, Failures failures) {
    this.container = container;
    this.bound = callTimeout;
    this.meter = meter;
    this.failures = failures;
  }

  /** Sends {@code writes}, 100 at most, and answers each; the stage ends with the last of them. */
  CompletionStage<Void> send(List<WriteRequest> writes) {
    return Mono.defer(() -> request(writes))
        .name("ledger") // else each timeout derives one, with regular expressions
        .timeout(bound)
        .doOnSuccess(done -> failRest(writes, () -> new IllegalStateException("it was left out")))
        .onErrorResume(thrown -> Mono.fromRunnable(() -> failRest(writes, () -> thrown)))
        .toFuture();
  }

  private Mono<Void> request(List<WriteRequest> writes) {
    List<CosmosItemOperation> operations = writes.stream().map(BulkCalls::operation).toList();
    return container
        .get()
        .<WriteRequest>executeBulkOperations(Flux.fromIterable(operations), options)
        .doOnNext(this::answer)
        .then();
  }

  private static CosmosItemOperation operation(WriteRequest write) {
    PartitionKey partition = new Partition(write.partition());
    CosmosBulkItemRequestOptions options =
        new CosmosBulkItemRequestOptions().setContentResponseOnWriteEnabled(false);
    String etag = write.etag();
    return etag == null
        ? CosmosBulkOperations.getCreateItemOperation(write.document(), partition, options, write)
        : CosmosBulkOperations.getReplaceItemOperation(
            write.document().path("id").textValue(),
            write.document(),
            partition,
            options.setIfMatchETag(etag),
            write);
  }

  private void answer(CosmosBulkOperationResponse<WriteRequest> response) {
    WriteRequest write = response.getOperation().getContext();
    CosmosBulkItemResponse item = response.getResponse();
    if (item == null) {
      fail(write, response.getException());
    } else if (item.isSuccessStatusCode()) {
      meter.count(write.verb(), StatusVerdict.DONE, item.getRequestCharge());
      write.answer().complete(DocumentCalls.done(write.verb(), null, item.getETag()));
    } else {
      Failures.Status status =
          new Failures.Status(
              item.getStatusCode(),
              item.getSubStatusCode(),
              item.getRequestCharge(),
              item.getRetryAfterDuration());
      write
          .answer()
          .complete(DocumentCalls.answer(failures.judge(write.verb(), write.subject(), status)));
    }
  }

  /** Answers those that have no answer yet, as a rule none. */
  private void failRest(List<WriteRequest> writes, Supplier<Throwable> why) {
    for (WriteRequest write : writes) {
      if (!write.answer().isDone()) {
        fail(write, why.get());
      }
    }
  }

  private void fail(WriteRequest write, Throwable thrown) {
    write
        .answer()
        .complete(DocumentCalls.answer(failures.judge(write.verb(), write.subject(), thrown)));
  }
}
