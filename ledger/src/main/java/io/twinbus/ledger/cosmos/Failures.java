package io.twinbus.ledger.cosmos;

import com.azure.cosmos.CosmosException;

/**
 * Judges what an operation threw: counts it, logs what needs a person, and says the outcome.
 *
 * <p>Thread-safe.
 */
final class Failures {

  /** A failed operation's verdict, and why for logs. */
  record Failure(Verdict verdict, String why) {}

  private final OperationMeter meter;
  private final RefusalLog log;

  Failures(OperationMeter meter, RefusalLog log) {
    this.meter = meter;
    this.log = log;
  }

  Failure judge(Verb verb, String subject, Throwable thrown) {
    if (thrown instanceof CosmosException answer) {
      return judgeStatus(verb, subject, answer);
    }
    meter.count(verb, Verdict.UNKNOWN, 0);
    return new Failure(Verdict.UNKNOWN, "%s of %s failed: %s".formatted(verb, subject, thrown));
  }

  /** What an unreadable document says, which no repetition will change. */
  String unreadable(UnreadableDocumentException thrown) {
    String sentence = String.valueOf(thrown.getMessage());
    log.refused(0, sentence, "upgrade this process, or look at the document");
    return sentence;
  }

  private Failure judgeStatus(Verb verb, String subject, CosmosException answer) {
    int status = answer.getStatusCode();
    int substatus = answer.getSubStatusCode();
    Verdict verdict = StatusRules.verdict(verb, status, substatus);
    meter.count(verb, verdict, answer.getRequestCharge());
    String why = "%s of %s was answered %d/%d".formatted(verb, subject, status, substatus);
    if (verdict == Verdict.REFUSED) {
      log.refused(status, "The ledger refuses: " + why, StatusRules.advice(status, substatus));
    }
    return new Failure(verdict, why);
  }
}
