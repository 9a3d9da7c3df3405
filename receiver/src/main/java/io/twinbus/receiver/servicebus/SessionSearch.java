package io.twinbus.receiver.servicebus;

import com.azure.core.amqp.models.AmqpMessageBody;
import com.azure.core.amqp.models.AmqpMessageBodyType;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.Delivery;
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
 * numbers. A peek locks nothing, and shows locked, deferred and scheduled copies, too. Of the first
 * page that has what is looked for it answers the copy with the lowest number.
 *
 * <p>A look that fails or meets its bound after some pages answers how far it has come, so that the
 * next one goes on there: a long session is searched through also by a slow broker.
 */
final class SessionSearch {

  /** How many copies a page has at most; the broker may send fewer, and ends with an empty one. */
  private static final int PAGE = 250;

  /** How many bytes of bodies a page is to have, judged by the page before. */
  private static final int PAGE_BYTES = 2 * 1_024 * 1_024;

  /** How many copies the first page has. */
  private static final int FIRST_PAGE = 8;

  /** How many pages one look reads at most. */
  private static final int PAGES = 8;

  /**
   * Where the look goes.
   *
   * @param client has locked the session
   * @param session its original id
   * @param questions how the client's connection is asked
   */
  record Where(ServiceBusReceiverAsyncClient client, SessionId session, Questions questions) {}

  private final ServiceBusReceiverAsyncClient client;
  private final SessionId session;
  private final Questions questions;
  private final DeliveryBounds bounds;
  private final Search search;
  private final Duration bound;
  private final AtomicReference<SearchOutcome.@Nullable Further> reached = new AtomicReference<>();

  /**
   * A look through what a client has locked.
   *
   * @param bounds how large the copy may be that is found
   * @param bound how long the look may take
   */
  SessionSearch(Where where, DeliveryBounds bounds, Search search, Duration bound) {
    this.client = where.client();
    this.session = where.session();
    this.questions = where.questions();
    this.bounds = bounds;
    this.search = search;
    this.bound = bound;
  }

  CompletionStage<SearchOutcome> run() {
    return page(new Page(search.from(), FIRST_PAGE), 0, PAGES)
        .timeout(bound)
        .onErrorResume(error -> Mono.just(interrupted(error)))
        .toFuture();
  }

  private SearchOutcome interrupted(Throwable error) {
    SearchOutcome.Further last = reached.get();
    return last == null ? new SearchOutcome.Failed(reason(error)) : last;
  }

  /** How many copies the next page asks for, and from where on. */
  private record Page(long from, int most) {

    /** The page after {@code copies}, by the largest of which it is bounded. */
    static Page after(List<ServiceBusReceivedMessage> copies) {
      long largest = copies.stream().mapToLong(SessionSearch::size).max().orElse(0);
      long most = Math.max(1, Math.min(PAGE, PAGE_BYTES / Math.max(1, largest)));
      return new Page(copies.get(copies.size() - 1).getSequenceNumber() + 1, (int) most);
    }
  }

  private static long size(ServiceBusReceivedMessage copy) {
    AmqpMessageBody body = copy.getRawAmqpMessage().getBody();
    if (body.getBodyType() == AmqpMessageBodyType.DATA) {
      return body.getFirstData().length;
    }
    return body.getBodyType() == AmqpMessageBodyType.VALUE && body.getValue() instanceof String text
        ? text.length()
        : 0;
  }

  private Mono<SearchOutcome> page(Page next, int passed, int left) {
    if (left == 0) {
      return Mono.just(new SearchOutcome.Further(next.from(), passed));
    }
    return questions
        .ask(client.peekMessages(next.most(), next.from()).collectList())
        .flatMap(copies -> lookAt(copies, passed, left));
  }

  private Mono<SearchOutcome> lookAt(List<ServiceBusReceivedMessage> copies, int passed, int left) {
    if (copies.isEmpty()) {
      return Mono.just(new SearchOutcome.Absent());
    }
    int lowest = -1;
    long lowestSeq = Long.MAX_VALUE;
    for (int i = 0; i < copies.size(); i++) {
      if (SequencedHeaders.parse(copies.get(i).getApplicationProperties())
          instanceof ParsedHeaders.Sequenced sequenced) {
        Position position = sequenced.headers().position();
        if (position.seq() < lowestSeq && search.wants(position.stream(), position.seq())) {
          lowest = i;
          lowestSeq = position.seq();
        }
      }
    }
    if (lowest >= 0) {
      Delivery copy = DeliveryMapping.map(session, copies.get(lowest), bounds);
      return Mono.just(new SearchOutcome.Found(lowestSeq, passed + lowest, copy));
    }
    Page next = Page.after(copies);
    int all = passed + copies.size();
    reached.set(new SearchOutcome.Further(next.from(), all));
    return page(next, all, left - 1);
  }

  private String reason(Throwable error) {
    return error instanceof TimeoutException
        ? "no answer within " + bound.toMillis() + " ms"
        : String.valueOf(error.getMessage());
  }
}
