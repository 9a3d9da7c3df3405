package io.twinbus.sender.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.pipeline.AnswerWatch;
import io.twinbus.sender.pipeline.BatchId;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients of the SDK that never connect: which of them is used. */
class RenewedClientTest {

  private static final RegionName EAST = new RegionName("east");
  private static final BatchId BATCH = new BatchId(EAST, 0, 1);
  private static final Event SILENCE =
      new Event.Unanswered(BATCH, new Problem(Optional.empty(), "silence"));
  private static final String NOBODY =
      "Endpoint=sb://localhost;SharedAccessKeyName=name;SharedAccessKey=a2V5";

  private final List<ServiceBusSenderAsyncClient> made = new ArrayList<>();
  private final List<Runnable> closing = new ArrayList<>();
  private long millis;
  private final Clocks clocks =
      () -> new Now(new MonotonicTime(millis * 1_000_000), Instant.ofEpochMilli(millis));
  private final RenewedClient client = new RenewedClient(EAST, this::make, clocks, closing::add);

  @AfterEach
  void closeAll() {
    client.close();
    made.forEach(ServiceBusSenderAsyncClient::close);
  }

  @Test
  void aClientWithoutAnswersIsReplacedAndClosedElsewhere() {
    silence(made.get(0), AnswerWatch.STRIKES);

    assertThat(made).hasSize(2);
    assertThat(client.get()).isSameAs(made.get(1));
    assertThat(closing).as("what closes the old one, by somebody else").hasSize(1);
  }

  @Test
  void whatTheOldClientStillAnswersSaysNothingOfTheNewOne() {
    silence(made.get(0), AnswerWatch.STRIKES);

    silence(made.get(0), 10);

    assertThat(made).hasSize(2);
    assertThat(closing).hasSize(1);
  }

  @Test
  void theNewClientIsJudgedFromItsOwnBeginning() {
    silence(made.get(0), AnswerWatch.STRIKES);

    silence(made.get(1), AnswerWatch.STRIKES - 1);

    assertThat(made).hasSize(2);
    silence(made.get(1), 1);
    assertThat(made).hasSize(3);
    assertThat(client.get()).isSameAs(made.get(2));
  }

  @Test
  void anAnswerBetweenThemKeepsTheClient() {
    silence(made.get(0), AnswerWatch.STRIKES - 1);
    client.ended(made.get(0), new Event.Accepted(BATCH));

    silence(made.get(0), AnswerWatch.STRIKES - 1);

    assertThat(made).hasSize(1);
    assertThat(closing).isEmpty();
  }

  @Test
  void aClosedOneMakesNoNewClient() {
    client.close();

    silence(made.get(0), 10);

    assertThat(made).hasSize(1);
    assertThat(closing).isEmpty();
  }

  /** So many batches end without an answer, each long after the one before. */
  private void silence(ServiceBusSenderAsyncClient used, int batches) {
    for (int batch = 0; batch < batches; batch++) {
      millis += AnswerWatch.SPAN.toMillis();
      client.ended(used, SILENCE);
    }
  }

  private ServiceBusSenderAsyncClient make() {
    ServiceBusSenderAsyncClient next =
        new ServiceBusClientBuilder()
            .connectionString(NOBODY)
            .sender()
            .queueName("orders")
            .buildAsyncClient();
    made.add(next);
    return next;
  }
}
