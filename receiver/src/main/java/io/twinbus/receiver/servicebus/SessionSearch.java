package io.twinbus.receiver.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One bounded look through a session by peeking: page by page, in the order of the broker's
 * numbers. A peek locks nothing, and shows locked, deferred and scheduled copies, too.
 *
 * <p>A look that fails or meets its bound after some pages answers how far it has come, so that the
 * next one goes on there: a long session is searched through also by a slow broker.
 */
final class SessionSearch {

  /** How many copies a page has at most; the broker may send fewer, and ends with an empty one. */
  private static final int PAGE = 250;

  /** How many pages one look reads at most. */
  private static final int PAGES = 8;

  private final ServiceBusReceiverAsyncClient client;
  private final Search search;
  private final Duration bound;
  private final AtomicReference<SearchOutcome.@Nullable Further> reached = new AtomicReference<>();

  SessionSearch(ServiceBusReceiverAsyncClient client, Search search, Duration bound) {
    this.client = client;
    this.search = search;
    this.bound = bound;
  }

  CompletionStage<SearchOutcome> run() {
    return page(search.from(), 0, PAGES)
        .timeout(bound)
        .onErrorResume(error -> Mono.just(interrupted(error)))
        .toFuture();
  }

  private SearchOutcome interrupted(Throwable error) {
    SearchOutcome.Further last = reached.get();
    return last == null ? new SearchOutcome.Failed(reason(error)) : last;
  }

  private Mono<SearchOutcome> page(long from, int passed, int left) {
    if (left == 0) {
      return Mono.just(new SearchOutcome.Further(from, passed));
    }
    return client
        .peekMessages(PAGE, from)
        .collectList()
        .flatMap(copies -> lookAt(copies, passed, left));
  }

  private Mono<SearchOutcome> lookAt(List<ServiceBusReceivedMessage> copies, int passed, int left) {
    if (copies.isEmpty()) {
      return Mono.just(new SearchOutcome.Absent());
    }
    for (int i = 0; i < copies.size(); i++) {
      if (SequencedHeaders.parse(copies.get(i).getApplicationProperties())
          instanceof ParsedHeaders.Sequenced sequenced) {
        Position position = sequenced.headers().position();
        if (search.wants(position.stream(), position.seq())) {
          return Mono.just(new SearchOutcome.Found(position.seq(), passed + i));
        }
      }
    }
    long next = copies.get(copies.size() - 1).getSequenceNumber() + 1;
    int all = passed + copies.size();
    reached.set(new SearchOutcome.Further(next, all));
    return page(next, all, left - 1);
  }

  private String reason(Throwable error) {
    return error instanceof TimeoutException
        ? "no answer within " + bound.toMillis() + " ms"
        : String.valueOf(error.getMessage());
  }
}
