package io.twinbus.certify.servicebus;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;
import java.util.stream.IntStream;

/** Tries whether a batch of one session is stored whole. */
final class BatchWhole implements Check<BusBench, BatchWhole.Seen> {

  private static final String SESSION = "batch-whole";

  /** How many messages were sent in one batch, and how many are there. */
  record Seen(int sent, int held) {}

  private static final int MESSAGES = 10;

  @Override
  public Assumption assumption() {
    return new Assumption(
        SESSION,
        "A batch of one session that is accepted is stored whole.",
        new Assumption.Reason(
            "Senders cut each region's stream into batches, and acknowledge every message "
                + "of a batch that was accepted.",
            Promise.NO_LOSS,
            "Messages that were acknowledged are in no queue.",
            BusPage.PREFETCH),
        Duration.ofSeconds(40),
        Cost.operations(12));
  }

  @Override
  public Seen observe(BusBench bench) throws Exception {
    bench.send(
        IntStream.rangeClosed(1, MESSAGES).mapToObj(i -> BusBench.message(SESSION, i)).toList());
    return new Seen(MESSAGES, bench.peek(SESSION).size());
  }

  @Override
  public Finding judge(Seen seen) {
    return seen.held() == seen.sent()
        ? Finding.holds("All %d messages of a batch are there.".formatted(seen.sent()))
        : Finding.broken(
            "Of a batch of %d messages that was accepted %d are there."
                .formatted(seen.sent(), seen.held()));
  }
}
