package io.twinbus.ledger.cosmos;

import com.azure.cosmos.CosmosException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
import io.twinbus.ledger.cosmos.operation.OperationMeter;
import io.twinbus.ledger.cosmos.operation.StatusRules;
import io.twinbus.ledger.cosmos.operation.StatusVerdict;
import io.twinbus.ledger.cosmos.operation.Verb;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Judges what an operation threw: counts it, logs what needs a person, and says the outcome.
 *
 * <p>Thread-safe.
 */
final class Failures {

  private static final int THROTTLED = 429;

  /** A failed operation's verdict, why for logs, and the wait that a throttled one asks for. */
  record Failure(StatusVerdict verdict, String why, Optional<Duration> retryAfter) {}

  /** What a service answered, what it charged, and how long it wants to be left alone. */
  record Status(int status, int substatus, double charge, Duration retryAfter) {}

  private final OperationMeter meter;
  private final RefusalLog log;

  Failures(OperationMeter meter, RefusalLog log) {
    this.meter = meter;
    this.log = log;
  }

  Failure judge(Verb verb, String subject, Throwable thrown) {
    if (thrown instanceof CosmosException answer) {
      return judge(
          verb,
          subject,
          new Status(
              answer.getStatusCode(),
              answer.getSubStatusCode(),
              answer.getRequestCharge(),
              answer.getRetryAfterDuration()));
    }
    meter.count(verb, StatusVerdict.UNKNOWN, 0);
    return new Failure(
        StatusVerdict.UNKNOWN,
        "%s of %s failed: %s".formatted(verb, subject, thrown),
        Optional.empty());
  }

  /** What an unreadable document says, which no repetition will change. */
  String unreadable(UnreadableDocumentException thrown) {
    String sentence = String.valueOf(thrown.getMessage());
    log.refused(0, sentence, "upgrade this process, or look at the document");
    return sentence;
  }

  /** What a read was answered with, decoded by {@code codec}. */
  <R> ReadOutcome<R> outcome(Answer answer, Function<ObjectNode, R> codec) {
    if (answer instanceof Answer.Absent) {
      return new ReadOutcome.Absent<>();
    }
    if (!(answer instanceof Answer.Done done) || done.document() == null) {
      return new ReadOutcome.Unknown<>(CosmosSessionStore.why(answer));
    }
    try {
      return new ReadOutcome.Found<>(codec.apply(done.document()), new Version(done.etag()));
    } catch (UnreadableDocumentException e) {
      return new ReadOutcome.Unknown<>(unreadable(e));
    }
  }

  Failure judge(Verb verb, String subject, Status answer) {
    int status = answer.status();
    int substatus = answer.substatus();
    StatusVerdict verdict = StatusRules.verdict(verb, status, substatus);
    meter.count(verb, verdict, answer.charge());
    String why = "%s of %s was answered %d/%d".formatted(verb, subject, status, substatus);
    if (verdict == StatusVerdict.REFUSED) {
      log.refused(status, "The ledger refuses: " + why, StatusRules.advice(status, substatus));
    }
    return new Failure(
        verdict, why, status == THROTTLED ? Optional.of(answer.retryAfter()) : Optional.empty());
  }
}
